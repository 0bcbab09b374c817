import { withRightLabels } from '../../dialogue/labels.ts'
import { SWAPPED } from '../../dialogue/swapped.ts'
import { readingOnce } from '../../remembered.ts'
import { recheckOffers, recheckSection } from '../proof/prove.ts'
import type { Section, Sentence } from '../record.ts'
import { alertsFor, type CurrentRecord, type RecordChange } from './change.ts'

/** Ids of the lines that changed, and of those among them that have other words. */
export type ChangedLines = { changed: ReadonlySet<string>; reworded: ReadonlySet<string> }
/** A sentence that other findings were made on than before. `reasons`: its findings now; empty: it has none left. */
export type Rechecked = { section: string; text: string; reasons: string[] }

/**
 * Checks the whole record again by its corrected transcript, which `current.grounds` has. No sentence is replaced.
 * Returns the change and the sentences whose findings are other ones.
 */
export function recheckRecord(
  current: CurrentRecord,
  lines: ChangedLines,
): { change: RecordChange; rechecked: Rechecked[] } {
  return readingOnce(() => {
    const { record, grounds, offers = [] } = current
    const sections = record.sections.map((section) => recheckSection(grounds, section, lines.reworded))
    const changedSections = sections.filter((section, at) => !isSame(section, record.sections[at] as Section))
    const { swapped } = withRightLabels(grounds.entries)
    const others = record.warnings.filter((warning) => warning !== SWAPPED)
    return {
      change: {
        rechecked: changedSections,
        alerts: alertsFor(current, sections, record.unified_text),
        warnings: swapped ? [SWAPPED, ...others] : others,
        offers: recheckOffers(grounds, offers, lines),
        addsVersion: changedSections.length > 0,
      },
      rechecked: sections.flatMap(({ title, sentences }, at) =>
        sentences.flatMap((sentence, place) =>
          findingsOf(sentence) === findingsOf(record.sections[at]?.sentences[place])
            ? []
            : [{ section: title, text: sentence.text, reasons: sentence.flags.map(({ message }) => message) }],
        ),
      ),
    }
  })
}

const isSame = (after: Section, before: Section): boolean =>
  JSON.stringify(after.sentences) === JSON.stringify(before.sentences)

const findingsOf = (sentence: Sentence | undefined): string =>
  JSON.stringify([sentence?.seen, ...(sentence?.flags ?? []).map(({ message }) => message)])
