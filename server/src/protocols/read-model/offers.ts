import { READ_STATUSES } from '@octavo/contract/metadata-words'
import type { Asked } from './asked'
import type { Choice } from './choices'
import { libraries } from './holders'
import type { Shelf } from './shelf'

/** A facet, of which readers choose one value. */
export interface Offer {
  readonly of: 'sort' | 'status' | 'library' | 'language'
  readonly values: readonly {
    readonly value: string
    readonly title: string | null
    /** Number of items in the shelf; null if counting takes too long. */
    readonly count: number | null
  }[]
}

/** The sorts and filters of a shelf. The title is null if the value is one of our words. */
export async function offersOf(asked: Asked, shelf: Shelf, choice: Choice = {}): Promise<Offer[]> {
  const words = (values: readonly string[]) => values.map(value => ({ value, title: null, count: null }))
  const offers: Offer[] = [{ of: 'sort', values: words(shelf.sorts) }]
  for (const of of shelf.narrows) {
    if (of === 'status') offers.push({ of, values: words(READ_STATUSES) })
    if (of === 'library') {
      // Numbers by library are known while no other filter is active.
      const isWhole = shelf.holdsAll && choice.status === undefined && choice.language === undefined
      const all = await libraries(asked)
      offers.push({
        of,
        values: all.map(({ id, name, seriesCount, bookCount }) => ({
          ...{ value: id, title: name },
          count: isWhole ? (shelf.holds === 'books' ? bookCount : seriesCount) : null,
        })),
      })
    }
    if (of === 'language') {
      const found = await shelf.languages(choice)
      offers.push({ of, values: found.map(({ value, count }) => ({ value, title: value, count })) })
    }
  }
  // A single language or library is no choice.
  return offers.filter(({ values }) => values.length > 1)
}
