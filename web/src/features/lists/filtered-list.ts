import { type ListState, stateOf } from './list-state'
import { defaultSort, type ListKind } from './question/question'

/** Fields whose values have names that a person knows. */
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

/** The address of all series or books that have a name: a genre, a tag, a person, a publisher. */
export function listFilteredBy(field: FilterField, value: string, kind: ListKind = 'series'): ListState {
  return stateOf({
    kind,
    view: 'grid',
    condition: { allOf: [{ [field]: { operator: 'is', value } }] },
    sort: defaultSort(kind),
    text: '',
  })
}
