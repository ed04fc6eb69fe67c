import { BOOK_FIELD_REGISTRY } from '@octavo/contract/book-fields'
import { lockedByFile } from '@octavo/contract/fields'
import { emptyMetadata } from '../../../formats/empty-metadata'
import type { Contributor, OtherTitle } from '../../../formats/facts'
import { customMetadataOf } from '../../../formats/wide-facts'
import type { MetadataField, WantedMetadata } from '../../../formats/writing/plan-document'
import { BOOK_LOCKS, type BookLock, isLocked } from '../../../kernel/field-locks'
import { embeddedOf, fileRecord, lockedFields, type MetadataRow, ownValues } from '../../catalogue/metadata'
import { NOTHING_ELSEWHERE, wantedElsewhere } from './elsewhere.rules'
import type { OwnElsewhere } from './own-elsewhere.queries'

interface Named {
  readonly title: string
  readonly title_sort: string | null
  readonly number: number | null
  readonly series_title: string
}

/**
 * The metadata to write to a book's file: that of the book. Titles and numbers made by rules are left out, as the file
 * has none. An empty field clears the file's only if it is locked, since then a person has cleared it. `seriesTitles`
 * are alternate titles of its series set by a person, `own` are external ids and links that people have set or deleted.
 */
export function wantedMetadata(
  book: Named,
  row: (MetadataRow & { readonly locks: number }) | null,
  {
    seriesTitles,
    own = NOTHING_ELSEWHERE,
  }: { readonly seriesTitles?: readonly OtherTitle[]; readonly own?: OwnElsewhere },
): WantedMetadata {
  const seriesName = book.series_title
  const ofSeries = seriesTitles && { otherTitles: seriesTitles }
  if (row === null) {
    const nothing = emptyMetadata('person')
    const { values, cleared } = wantedElsewhere(nothing, own)
    return { values: { ...nothing, ...ofSeries, ...values }, cleared, seriesName }
  }
  const { locks } = row
  const said = embeddedOf(row)
  const elsewhere = wantedElsewhere(said, own)
  const { seriesPosition, seriesTotal, awards } = ownValues(row)
  const values = {
    ...said,
    ...ofSeries,
    // An edit of another field also stores the volume from the path.
    ...(!isLocked(BOOK_LOCKS, locks, 'volume') && { volume: (fileRecord.fileRecordOf(row) ?? said).volume }),
    ...elsewhere.values,
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
  const ownColumns = OF_OWN_COLUMNS.flatMap(([lock, field]) => (isLocked(BOOK_LOCKS, locks, lock) ? [field] : []))
  const titles = ofSeries ? (['otherTitles'] as const) : []
  return {
    values,
    cleared: [
      ...[...locked, ...ownColumns, ...titles, ...elsewhere.cleared],
      ...(hasLockedRole ? (['authors'] as const) : []),
    ],
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

/** Documents do not distinguish authors from writers. */
function peopleOfDocuments(people: readonly Contributor[]): readonly Contributor[] {
  const said = people.map(person => (AUTHORS.has(person.role) ? { ...person, role: 'writer' } : person))
  return said.filter((person, at) => said.findIndex(one => one.name === person.name && one.role === person.role) === at)
}

const AUTHORS: ReadonlySet<string> = new Set(['author', 'co_author'])
