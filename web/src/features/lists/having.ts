import { type ListState, stateOf } from './list-state'
import { defaultSort, type ListKind } from './question/question'

/** The address of all series or books that have a name: a genre, a tag, a person, a publisher. */
export function listHaving(field: 'genre' | 'tag' | 'author' | 'publisher' | 'language', value: string): ListState {
  const kind: ListKind = 'series'
  return stateOf({
    kind,
    view: 'grid',
    condition: { allOf: [{ [field]: { operator: 'is', value } }] },
    sort: defaultSort(kind),
    text: '',
  })
}
