import { groupBy } from '../../group-by.ts'
import type { Section } from '../record.ts'
import { headingOf } from './text-parts.ts'

type Titled = Pick<Section, 'title' | 'content' | 'order'>
/** A heading as it is printed, and the sections below it. */
export type Headed<S> = { title: string; content: string; sections: S[] }

/**
 * The sections in order, those of one title together: 'Subjetivo' is printed once. 'CONDUTA' and 'Conduta' are one title,
 * because the text writes both in capitals.
 */
export const underHeadings = <S extends Titled>(sections: readonly S[]): Headed<S>[] =>
  [
    ...groupBy(
      [...sections].sort((a, b) => a.order - b.order),
      headingOf,
    ).values(),
  ].map((own) => ({
    title: own[0]?.title.trim() ?? '',
    content: own
      .map(({ content }) => content.trim())
      .filter(Boolean)
      .join('\n'),
    sections: own,
  }))
