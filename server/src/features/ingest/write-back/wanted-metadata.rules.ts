import { BOOK_FIELD_REGISTRY } from '@octavo/contract/book-fields'
import { lockedByFile } from '@octavo/contract/fields'
import { emptyMetadata } from '../../../formats/empty-metadata'
import type { Contributor } from '../../../formats/facts'
import type { MetadataField, WantedMetadata } from '../../../formats/writing/plan-document'
import { BOOK_LOCKS, isLocked } from '../../../kernel/field-locks'
import { embeddedOf, lockedFields, type MetadataRow } from '../../catalogue/metadata'

interface Named {
  readonly title: string
  readonly title_sort: string | null
  readonly number: number | null
  readonly series_title: string
}

/**
 * What the file of a book is to say: what the book has. A title or number that rules have made stays out, as the file has none. An
 * empty field empties the file's only if a person has emptied it, which locks it.
 */
export function wantedMetadata(book: Named, row: (MetadataRow & { readonly locks: number }) | null): WantedMetadata {
  const seriesName = book.series_title
  if (row === null) return { values: emptyMetadata('person'), cleared: [], seriesName }
  const { locks } = row
  const said = embeddedOf(row)
  const values = {
    ...said,
    authors: peopleOfDocuments(said.authors),
    ...(isLocked(BOOK_LOCKS, locks, 'title') && { title: book.title }),
    ...(isLocked(BOOK_LOCKS, locks, 'titleSort') && { titleSort: book.title_sort }),
    ...(isLocked(BOOK_LOCKS, locks, 'number') && { number: book.number === null ? null : String(book.number) }),
  }
  const locked: MetadataField[] = lockedByFile(BOOK_FIELD_REGISTRY)
    .filter(([lock]) => isLocked(BOOK_LOCKS, locks, lock))
    .map(([, field]) => field)
  const hasLockedRole = Object.values(lockedFields.ROLE_LOCKS).some(lock => isLocked(BOOK_LOCKS, locks, lock))
  return { values, cleared: hasLockedRole ? [...locked, 'authors'] : locked, seriesName }
}

/** No document tells an author from a writer. */
function peopleOfDocuments(people: readonly Contributor[]): readonly Contributor[] {
  const said = people.map(person => (AUTHORS.has(person.role) ? { ...person, role: 'writer' } : person))
  return said.filter((person, at) => said.findIndex(one => one.name === person.name && one.role === person.role) === at)
}

const AUTHORS: ReadonlySet<string> = new Set(['author', 'co_author'])
