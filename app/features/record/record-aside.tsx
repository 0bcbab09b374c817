import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { FELL_BACK_IN_PART, saysFallback } from '#domain/record/proof/warnings.ts'
import { type Flag, type Omission, omissionKinds } from '#domain/record/record.ts'
import { markOf, OMITTED, OMITTED_TITLE, RECORD_TEXT, sentenceId, TEXT_TO_CHECK } from './marks.ts'
import { type Entries, FlagLines, type Player, ProofLines } from './proof-lines.tsx'
import type { RecordWork } from './use-record.ts'

type Props = {
  /** The target of links on the page. */
  id?: string
  title: string
  icon?: ReactNode
  count?: number
  tone?: Tone
  className?: string
  children: ReactNode
}

/** A card beside the record, with title, count and list. */
export function AsideCard({ id, title, icon, count, tone = 'neutral', className, children }: Props) {
  return (
    <Card {...(id && { id, tabIndex: -1 })} className={cx('p-4', id && 'scroll-my-28', className)}>
      <h3 className={cx('mb-1 flex items-center gap-2 text-sm font-heavy', tone === 'danger' && 'text-rec')}>
        {icon}
        {title}
        {count !== undefined && (
          <Badge tone={tone} className="ml-auto">
            {count}
          </Badge>
        )}
      </h3>
      {children}
    </Card>
  )
}

export const asideList = 'divide-y divide-line'
export const asideItem = 'py-2.5 text-sm wrap-anywhere last:pb-0'

type ToCheckProps = { work: RecordWork; entries: Entries; player: Player; className?: string }

/** Unproven and flagged sentences to see or remove, and findings in 'Texto para Prontuário'. */
export function ToCheck({ work, entries, player, className }: ToCheckProps) {
  const { unchecked, uncheckedInText, busy } = work
  const count = unchecked.length + uncheckedInText.length
  if (count === 0) return null
  return (
    <AsideCard title="Antes de assinar" count={count} tone="danger" className={className ?? ''}>
      <ul aria-label="Antes de assinar" className={asideList}>
        {unchecked.map((marked) => {
          const { place, section, sentence } = marked
          const id = sentenceId(place)
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
                <Button size="sm" onClick={() => work.correct(marked)}>
                  Corrigir
                </Button>
                <Button
                  size="sm"
                  busy={busy === `remove ${id}`}
                  disabled={busy !== null}
                  onClick={() => work.remove(marked)}
                >
                  Remover
                </Button>
                <Button size="sm" variant="quiet" onClick={() => work.goTo(place)}>
                  Ver
                </Button>
              </div>
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

const omissionLabels: Record<Omission['kind'], string> = {
  allergy: 'Alergia',
  medication: 'Medicamento',
  symptom: 'Sintoma',
  history: 'Antecedente',
  family: 'Família',
  habit: 'Hábito',
  examination: 'Exame',
  hypothesis: 'Hipótese',
  plan: 'Conduta',
  guidance: 'Orientação',
}

const reasons: Record<NonNullable<Omission['reason']>, string> = {
  left_out: 'Dito e não registrado',
  uncertain: 'Não ficou claro o bastante para entrar',
  doubted: 'Retida na conferência',
  contradicted: 'Recusada: as falas dizem outra coisa',
}

type OmittedProps = { work: RecordWork; entries: Entries; player: Player; className?: string }

/** 'A conferir': lists facts of the talk that the note lacks. One tap writes one into its section, another dismisses it. */
export function Omitted({ work, entries, player, className }: OmittedProps) {
  const { record, busy } = work
  if (record.omissions.length === 0) return null
  const groups = omissionKinds
    .map((kind) => ({ kind, items: record.omissions.filter((omission) => omission.kind === kind) }))
    .filter(({ items }) => items.length > 0)
  const titles = new Map(work.sections.map(({ key, title }) => [key, title]))
  return (
    <AsideCard
      id={OMITTED}
      title={OMITTED_TITLE}
      count={record.omissions.length}
      tone="warn"
      className={className ?? ''}
    >
      {groups.map(({ kind, items }) => (
        <section key={kind} className="border-t border-line py-2 first-of-type:border-0 last:pb-0">
          <h4 className="text-xs font-heavy text-ink-2">{omissionLabels[kind]}</h4>
          <ul>
            {items.map((omission) => (
              <li key={omission.id} className="py-1.5 text-sm">
                <p className="wrap-anywhere">{omission.text}</p>
                <p className="mt-0.5 text-xs text-ink-3">
                  {omission.reason && `${reasons[omission.reason]} · `}
                  {titles.get(omission.section) ?? 'Sem seção'}
                </p>
                {omission.flags?.map(({ message }) => (
                  <p key={message} className="mt-0.5 text-xs text-warn wrap-anywhere">
                    {message}
                  </p>
                ))}
                {record.signature === null && (
                  <div className="mt-1.5 flex flex-wrap gap-1.5">
                    {omission.reason !== 'contradicted' && (
                      <Button
                        size="sm"
                        aria-label={`Inserir em ${titles.get(omission.section) ?? 'sua seção'}: ${omission.text}`}
                        busy={busy === `insert ${omission.id}`}
                        disabled={busy !== null}
                        onClick={() => work.insert(omission)}
                      >
                        Inserir
                      </Button>
                    )}
                    <Button
                      size="sm"
                      variant="quiet"
                      aria-label={`Dispensar: ${omission.text}`}
                      busy={busy === `remove ${omission.id}`}
                      disabled={busy !== null}
                      onClick={() => work.dismiss(omission)}
                    >
                      Dispensar
                    </Button>
                  </div>
                )}
                {omission.evidence.length > 0 && (
                  <details className="mt-0.5" open={omission.reason !== 'left_out'}>
                    <summary className="w-fit rounded-s text-xs text-ink-3 hover:text-ink">
                      {omission.evidence.length === 1 ? 'Ver a fala' : `Ver as ${omission.evidence.length} falas`}
                    </summary>
                    <div className="mt-1.5 border-l-2 border-line pl-3">
                      <ProofLines evidence={omission.evidence} entries={entries} player={player} />
                    </div>
                  </details>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </AsideCard>
  )
}

function Strip({ tone, children }: { tone: 'warn' | 'danger'; children: ReactNode }) {
  return (
    <div
      className={cx('mb-4 flex gap-3 rounded-m px-4 py-3.5 sm:px-5', tone === 'warn' ? 'bg-warn-soft' : 'bg-rec-soft')}
    >
      <TriangleAlert aria-hidden className={cx('mt-0.5 size-5 shrink-0', tone === 'warn' ? 'text-warn' : 'text-rec')} />
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  )
}

/** Shown above the record if the requested model wrote none or only part of it. `isOpen`: it can be made again. */
export function ModelFellBack({ warnings, isOpen }: { warnings: readonly string[]; isOpen: boolean }) {
  const fallback = warnings.find(saysFallback)
  if (!fallback) return null
  return (
    <Strip tone="warn">
      <b className="block font-semibold">
        {fallback === FELL_BACK_IN_PART
          ? 'Parte do registro formada sem o modelo de linguagem'
          : 'Registro formado sem o modelo de linguagem'}
      </b>
      {fallback}
      {isOpen && ' Quando o modelo voltar a responder, use “Nova Estruturação”.'}
    </Strip>
  )
}

/** Shown above the record: a new structuring will replace it, so it is read-only. */
export function UnderWay({ isLocked }: { isLocked: boolean }) {
  return (
    <div role="status">
      {isLocked && (
        <Strip tone="warn">
          <b className="block font-semibold">Uma nova estruturação está em andamento</b>
          Até ela terminar, este registro só pode ser lido.
        </Strip>
      )}
    </div>
  )
}

export function BrokenSignature({ alerts }: { alerts: readonly Flag[] }) {
  const broken = alerts.find(({ kind }) => kind === 'signature')
  if (!broken) return null
  return (
    <Strip tone="danger">
      <b className="block font-semibold">{broken.message}</b>
      Não use este registro. Avise o suporte.
    </Strip>
  )
}

export function Points({ title, items, className }: { title: string; items: readonly string[]; className?: string }) {
  if (items.length === 0) return null
  return (
    <AsideCard title={title} count={items.length} className={className ?? ''}>
      <ul className={asideList}>
        {items.map((item) => (
          <li key={item} className={asideItem}>
            {item}
          </li>
        ))}
      </ul>
    </AsideCard>
  )
}
