import { BOOK_FIELD_REGISTRY } from '@octavo/contract/book-fields'
import { lockedByFile } from '@octavo/contract/fields'
import { emptyMetadata } from '../../../formats/empty-metadata'
import type { Contributor, EmbeddedMetadata, Identifier, OtherTitle } from '../../../formats/facts'
import { customMetadataOf } from '../../../formats/wide-facts'
import { knownName } from '../../../formats/writing/identifiers'
import type { MetadataField, WantedMetadata } from '../../../formats/writing/plan-document'
import { BOOK_LOCKS, type BookLock, isLocked } from '../../../kernel/field-locks'
import { embeddedOf, fileRecord, lockedFields, type MetadataRow, ownValues } from '../../catalogue/metadata'
import type { OwnId } from './writable-books.queries'

interface Named {
  readonly title: string
  readonly title_sort: string | null
  readonly number: number | null
  readonly series_title: string
}

/**
 * The metadata to write to a book's file: that of the book. Titles and numbers made by rules are left out, as the file
 * has none. An empty field clears the file's only if it is locked, since then a person has cleared it. `seriesTitles`
 * are alternate titles of its series set by a person, `ownIds` are external ids that people have set or deleted.
 */
export function wantedMetadata(
  book: Named,
  row: (MetadataRow & { readonly locks: number }) | null,
  { seriesTitles, ownIds = [] }: { readonly seriesTitles?: readonly OtherTitle[]; readonly ownIds?: readonly OwnId[] },
): WantedMetadata {
  const seriesName = book.series_title
  const ofSeries = seriesTitles && { otherTitles: seriesTitles }
  const idsCleared = ownIds.length > 0 ? (['identifiers'] as const) : []
  if (row === null) {
    const nothing = emptyMetadata('person')
    const values = { ...nothing, ...ofSeries, identifiers: idsOf(nothing, ownIds) }
    return { values, cleared: idsCleared, seriesName }
  }
  const { locks } = row
  const said = embeddedOf(row)
  const { seriesPosition, seriesTotal, awards } = ownValues(row)
  const values = {
    ...said,
    ...ofSeries,
    // An edit of another field also stores the volume from the path.
    ...(!isLocked(BOOK_LOCKS, locks, 'volume') && { volume: (fileRecord.fileRecordOf(row) ?? said).volume }),
    identifiers: idsOf(said, ownIds),
    seriesPosition,
    seriesTotal: isLocked(BOOK_LOCKS, locks, 'seriesTotal') || seriesTotal !== said.count ? seriesTotal : null,
    awards: awards ?? [],
    custom: customOf(customMetadataOf(row, isLocked(BOOK_LOCKS, locks, 'customMetadata')), said.calibre),
    ...(isLocked(BOOK_LOCKS, locks, 'chapter') && { chapter: row.chapter }),
    authors: peopleOfDocuments(said.authors),
    ...(isLocked(BOOK_LOCKS, locks, 'title') && { title: book.title }),
    ...(isLocked(BOOK_LOCKS, locks, 'titleSort') && { titleSort: book.title_sort }),
    ...(isLocked(BOOK_LOCKS, locks, 'number') && { number: book.number === null ? null : String(book.number) }),
  }
  const locked: MetadataField[] = lockedByFile(BOOK_FIELD_REGISTRY)
    .filter(([lock]) => isLocked(BOOK_LOCKS, locks, lock))
    .map(([, field]) => field)
  const hasLockedRole = Object.values(lockedFields.ROLE_LOCKS).some(lock => isLocked(BOOK_LOCKS, locks, lock))
  const own = OF_OWN_COLUMNS.flatMap(([lock, field]) => (isLocked(BOOK_LOCKS, locks, lock) ? [field] : []))
  const titles = ofSeries ? (['otherTitles'] as const) : []
  return {
    values,
    cleared: [...locked, ...own, ...titles, ...idsCleared, ...(hasLockedRole ? (['authors'] as const) : [])],
    seriesName,
  }
}

/** Locks of fields that people set separately from files. */
const OF_OWN_COLUMNS: readonly (readonly [BookLock, MetadataField])[] = [
  ['chapter', 'chapter'],
  ['seriesPosition', 'seriesPosition'],
  ['seriesTotal', 'seriesTotal'],
  ['awardsJson', 'awards'],
  ['customMetadata', 'custom'],
]

/** Columns of calibre stay where calibre has put them. */
function customOf(
  custom: Readonly<Record<string, unknown>> | null,
  columns: object,
): Readonly<Record<string, unknown>> {
  const { calibre, ...others } = custom ?? {}
  const isOfFile = calibre === undefined || Bun.deepEquals(calibre, columns)
  return isOfFile ? others : { ...others, calibre }
}

/** Ids of the file, except of sources that a person has set. The ISBN is a separate field. */
function idsOf({ identifiers, isbns }: EmbeddedMetadata, own: readonly OwnId[]): readonly Identifier[] {
  const spoken = new Set(own.map(({ source }) => knownName(source)))
  const ofFile = identifiers.filter(({ source, of }) => of === 'book' && !spoken.has(knownName(source)))
  const set = own
    .filter(({ source, external_id, removed }) => !removed && !(source === 'isbn' && isbns.includes(external_id)))
    .map(({ source, external_id: id }) => ({ source, id, of: 'book' as const }))
  return [...ofFile, ...set]
}

/** Documents do not distinguish authors from writers. */
function peopleOfDocuments(people: readonly Contributor[]): readonly Contributor[] {
  const said = people.map(person => (AUTHORS.has(person.role) ? { ...person, role: 'writer' } : person))
  return said.filter((person, at) => said.findIndex(one => one.name === person.name && one.role === person.role) === at)
}

const AUTHORS: ReadonlySet<string> = new Set(['author', 'co_author'])
