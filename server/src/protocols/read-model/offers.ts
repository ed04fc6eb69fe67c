import { READ_STATUSES } from '@octavo/contract/metadata-words'
import { facetPages } from '../../features/catalogue/facets'
import type { Asked } from './asked'
import { libraries } from './holders'
import type { Shelf } from './shelf'

/** Something that readers choose one value of. */
export interface Offer {
  readonly of: 'sort' | 'status' | 'library' | 'language'
  readonly values: readonly { readonly value: string; readonly title: string | null }[]
}

/** Languages beyond these are left out: an app shows facets as a menu. */
const MOST_LANGUAGES = 30

/** What a shelf can be sorted and narrowed by. A title is null where the value is one of our words. */
export async function offersOf(asked: Asked, shelf: Shelf): Promise<Offer[]> {
  const words = (values: readonly string[]) => values.map(value => ({ value, title: null }))
  const offers: Offer[] = [{ of: 'sort', values: words(shelf.sorts) }]
  for (const of of shelf.narrows) {
    if (of === 'status') offers.push({ of, values: words(READ_STATUSES) })
    if (of === 'library') {
      const all = await libraries(asked)
      offers.push({ of, values: all.map(({ id, name }) => ({ value: id, title: name })) })
    }
    if (of === 'language') offers.push({ of, values: await languages(asked) })
  }
  // One language or library leaves nothing to choose.
  return offers.filter(({ values }) => values.length > 1)
}

async function languages({ reader, viewer }: Asked): Promise<Offer['values']> {
  const names = await facetPages.mostUsedNames(reader, viewer, 'language', MOST_LANGUAGES)
  return names.map(name => ({ value: name, title: name }))
}
