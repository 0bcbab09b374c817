import { cx } from '#app/ui/cx.ts'
import type { Section, Sentence } from '#domain/record/record.ts'
import { partsOf } from './parts.ts'

const proofLook: Record<Sentence['proof'], string> = {
  transcript: '',
  doctor: '',
  none: 'bg-rec-soft shadow-[0_0_0_2px_var(--rec-soft)] underline decoration-rec decoration-wavy decoration-[1.5px] underline-offset-4',
}
const proofSpoken: Record<Sentence['proof'], string> = {
  transcript: '',
  doctor: ' (escrita pelo médico)',
  none: ' (sem comprovação)',
}

type Props = { section: Section; selected: number | null; onSelect: (sentence: number) => void }

/** The record as running text: each sentence can be touched to see what proves it. */
export function SentenceText({ section, selected, onSelect }: Props) {
  return (
    <p className="max-w-[75ch] font-serif text-[18px] leading-[1.62] whitespace-pre-line wrap-anywhere">
      {partsOf(section).map((part, index) => {
        const sentence = part.sentence === null ? undefined : section.sentences[part.sentence]
        if (part.sentence === null || !sentence) return part.text
        const on = selected === part.sentence
        return (
          // biome-ignore lint/a11y/useSemanticElements: a button element cannot break across lines as running text does.
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other name.
            key={index}
            role="button"
            tabIndex={0}
            aria-pressed={on}
            onClick={() => onSelect(part.sentence as number)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== ' ') return
              event.preventDefault()
              onSelect(part.sentence as number)
            }}
            className={cx(
              'cursor-pointer rounded-[4px] box-decoration-clone py-[3px] transition-colors duration-150',
              on ? 'bg-accent-soft shadow-[0_0_0_3px_var(--accent-soft)]' : proofLook[sentence.proof],
              !on && sentence.proof !== 'none' && 'hover:bg-accent-soft',
            )}
          >
            {part.text}
            {proofSpoken[sentence.proof] && <span className="sr-only">{proofSpoken[sentence.proof]}</span>}
          </span>
        )
      })}
    </p>
  )
}
