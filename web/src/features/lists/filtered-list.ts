import { type ListState, stateOf } from './list-state'
import { defaultSort, type ListKind } from './question/question'

/** Fields whose values are meaningful names. */
export type FilterField =
  | 'genre'
  | 'tag'
  | 'author'
  | 'publisher'
  | 'imprint'
  | 'language'
  | 'character'
  | 'team'
  | 'location'
  | 'storyArc'

/** The address of all series or books with a name: a genre, tag, person or publisher. */
export function listFilteredBy(field: FilterField, value: string, kind: ListKind = 'series'): ListState {
  return stateOf({
    kind,
    view: 'grid',
    condition: { allOf: [{ [field]: { operator: 'is', value } }] },
    sort: defaultSort(kind),
    text: '',
  })
}
