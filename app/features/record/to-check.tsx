import { Button } from '#app/ui/button.tsx'
import { AsideCard, asideItem, asideList } from './aside-card.tsx'
import { markOf, RECORD_TEXT, sentenceId, TEXT_TO_CHECK } from './marks.ts'
import { type Entries, FlagLines } from './proof-lines.tsx'
import { SECTION_OPEN } from './section-drafts.ts'
import type { Player } from './use-play-lines.ts'
import type { RecordWork } from './use-record.ts'

type Props = { work: RecordWork; entries: Entries; player: Player; className?: string }

/** Unproven and flagged sentences to see or remove, and findings in 'Texto para Prontuário'. */
export function ToCheck({ work, entries, player, className }: Props) {
  const { unchecked, uncheckedInText, busy } = work
  const count = unchecked.length + uncheckedInText.length
  if (count === 0) return null
  return (
    <AsideCard title="Para conferir" count={count} tone="danger" className={className ?? ''}>
      <ul aria-label="Para conferir" className={asideList}>
        {unchecked.map((marked) => {
          const { place, section, sentence } = marked
          const id = sentenceId(place)
          const open = work.drafts.isOpen(section)
          return (
            <li key={id} className={asideItem}>
              <p>“{sentence.text}”</p>
              <p className="mt-0.5 text-sm text-ink-2">
                {markOf(sentence) === 'none' && <span className="text-rec">Sem comprovação em {section.title}. </span>}
                {sentence.flags.map(({ message }) => message).join(' ')}
              </p>
              <div className="mt-1.5 flex flex-wrap gap-1.5">
                <Button
                  size="sm"
                  busy={busy === `seen ${id}`}
                  disabled={busy !== null}
                  onClick={() => work.seen(marked)}
                >
                  Conferi
                </Button>
                <Button
                  size="sm"
                  disabled={open || busy !== null}
                  aria-describedby={open ? `${id}-espera` : undefined}
                  onClick={() => work.remove(marked)}
                >
                  Remover
                </Button>
                <Button size="sm" variant="quiet" onClick={() => work.goTo(place)}>
                  Ver
                </Button>
              </div>
              {open && (
                <p id={`${id}-espera`} className="mt-1 text-xs text-ink-3">
                  {SECTION_OPEN}
                </p>
              )}
            </li>
          )
        })}
        {uncheckedInText.map((flag, index) => (
          <li key={flag.message} id={index === 0 ? TEXT_TO_CHECK : undefined} tabIndex={-1} className={asideItem}>
            <p>{flag.message}</p>
            <FlagLines flag={flag} entries={entries} player={player} />
            <div className="mt-1.5 flex flex-wrap gap-1.5">
              <Button
                size="sm"
                busy={busy === `text ${flag.message}`}
                disabled={busy !== null}
                onClick={() => work.textSeen(flag.message)}
              >
                Conferi
              </Button>
              <Button size="sm" variant="quiet" onClick={() => work.show(RECORD_TEXT)}>
                Ver o texto
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-2.5 text-xs text-ink-3 max-sm:hidden pointer-coarse:hidden">
        Com a frase em foco: Enter mostra as falas, C marca como conferida.
      </p>
    </AsideCard>
  )
}
