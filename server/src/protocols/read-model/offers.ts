import { READ_STATUSES } from '@octavo/contract/metadata-words'
import type { Asked } from './asked'
import type { Choice } from './choices'
import { libraries } from './holders'
import type { Shelf } from './shelf'

/** Something that readers choose one value of. */
export interface Offer {
  readonly of: 'sort' | 'status' | 'library' | 'language'
  readonly values: readonly {
    readonly value: string
    readonly title: string | null
    /** What the shelf holds of it; null where counting takes too long. */
    readonly count: number | null
  }[]
}

/** What a shelf can be sorted and narrowed by, as it is chosen from. A title is null where the value is one of our words. */
export async function offersOf(asked: Asked, shelf: Shelf, choice: Choice = {}): Promise<Offer[]> {
  const words = (values: readonly string[]) => values.map(value => ({ value, title: null, count: null }))
  const offers: Offer[] = [{ of: 'sort', values: words(shelf.sorts) }]
  for (const of of shelf.narrows) {
    if (of === 'status') offers.push({ of, values: words(READ_STATUSES) })
    if (of === 'library') {
      // How much there is of libraries is known as long as nothing else narrows the shelf.
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
  // One language or library leaves nothing to choose.
  return offers.filter(({ values }) => values.length > 1)
}
