import type { BookAuthorRole } from '@octavo/contract/book'
import { BOOK_FIELD_REGISTRY } from '@octavo/contract/book-fields'
import { fieldsOfFiles, noValues, type PlainValuesOf, plainNames } from '@octavo/contract/fields'
import { BOOK_AUTHOR_ROLES } from '@octavo/contract/metadata-words'
import type { Selectable } from 'kysely'
import { BOOK_VALUE_COLUMNS, type BooksTable, type BookValueColumn } from '../../../db/schema/books'
import { emptyMetadata } from '../../../formats/empty-metadata'
import type { Contributor } from '../../../formats/facts'
import { customMetadataOf, customOfFile, wideFactsOf } from '../../../formats/wide-facts'
import { columnsOf, valuesOf } from '../../../kernel/field-columns'
import { BOOK_LOCKS, type BookLock, isLocked } from '../../../kernel/field-locks'
import { embeddedOf, type fileRecord, type MetadataRow, metadataColumns, ownValues } from '../metadata'
import { isSame } from './edited-value.rules'

/** Current values of a book's editable fields. */
export interface BookValues extends PlainValuesOf<typeof BOOK_FIELD_REGISTRY> {
  readonly title: string
  readonly number: number | null
  readonly genres: readonly string[]
  readonly subjects: readonly string[]
  readonly isbns: readonly string[]
  readonly authors: readonly Contributor[]
  readonly awards: readonly object[]
  readonly customMetadata: Readonly<Record<string, unknown>> | null
}

/** Values of a book's own row. */
export interface NamedBook extends Readonly<Pick<Selectable<BooksTable>, BookValueColumn>> {
  readonly title: string
  readonly number: number | null
  readonly volume: number | null
  readonly chapter: number | null
  /** See kernel/field-locks. */
  readonly locks: number
}

const NOTHING_OWN = { ...noValues(BOOK_FIELD_REGISTRY), awards: null }

const { FILE_COLUMNS, OWN_COLUMNS } = metadataColumns

type InFiles = keyof PlainValuesOf<typeof BOOK_FIELD_REGISTRY> & keyof typeof FILE_COLUMNS
const IN_FILES = plainNames(BOOK_FIELD_REGISTRY).filter((name): name is InFiles => name in FILE_COLUMNS)

/** The plain values that files may have, too. */
function valuesInFiles<Values extends Readonly<Record<InFiles, unknown>>>(values: Values): Pick<Values, InFiles> {
  return Object.fromEntries(IN_FILES.map(name => [name, values[name]])) as Pick<Values, InFiles>
}

export function bookValues(book: NamedBook, row: MetadataRow | null): BookValues {
  const said = row ? embeddedOf(row) : emptyMetadata('person')
  const { blackAndWhite, manga, genres, tags, isbns } = said
  const { awards, ...own } = row ? ownValues({ ...row, locks: book.locks }) : NOTHING_OWN
  return {
    ...own,
    ...valuesInFiles(said),
    title: book.title,
    ...valuesOf(BOOK_VALUE_COLUMNS, book),
    number: book.number,
    volume: book.volume,
    chapter: book.chapter,
    blackAndWhite: flag(blackAndWhite),
    manga: flag(manga),
    genres,
    subjects: tags,
    isbns,
    // A file may name any role; roles unknown to the contract become contributor.
    authors: said.authors.map(author => ({ ...author, role: knownRole(author.role) })),
    awards: awards ?? [],
    customMetadata: row && customMetadataOf(row, isLocked(BOOK_LOCKS, book.locks, 'customMetadata')),
  }
}

/** Values of a book's file, by the edit's field names; fields without a value are left out. */
export type FileValues = Partial<BookValues>

/** Values in the record of a book's file; null without one. */
export function fileValues(record: fileRecord.FileRecord | null): FileValues | null {
  if (!record) return null
  const said = new Map<string, unknown>(Object.entries(record))
  const custom = customOfFile(record)
  const values = fieldsOfFiles(BOOK_FIELD_REGISTRY).map(([name, key]) => [name, said.get(key) ?? null] as const)
  return {
    ...Object.fromEntries(values),
    authors: record.authors.map(author => ({ ...author, role: knownRole(author.role) })),
    chapter: record.chapter,
    seriesTotal: record.seriesTotal ?? record.count,
    ...(record.seriesPosition !== null && { seriesPosition: record.seriesPosition }),
    ...(record.awards.length > 0 && { awards: record.awards }),
    ...(custom && { customMetadata: custom }),
  }
}

/** SQLite has no boolean type, and this row is read without conversion. */
function flag(value: boolean | number | null): boolean | null {
  return value === null ? null : Boolean(value)
}

function knownRole(role: string): BookAuthorRole {
  return BOOK_AUTHOR_ROLES.find(each => each === role) ?? 'contributor'
}

/** The values as metadata columns; file-only values stay. An unset total is the file's count. */
export function metadataOf(values: BookValues, row: MetadataRow | null, locks: number) {
  const { count, genres, subjects, isbns, authors } = values
  const said = row ? embeddedOf(row) : emptyMetadata('person')
  const isHeld = (lock: BookLock) => isLocked(BOOK_LOCKS, locks, lock)
  const own = <Value>(lock: BookLock, value: Value, ofFile: Value) =>
    isHeld(lock) || !isSame(value, ofFile) ? value : null
  const awards = own('awardsJson', values.awards, said.awards)
  return {
    metadata: {
      ...said,
      ...valuesInFiles(values),
      ...{ genres, isbns, authors },
      tags: subjects,
    },
    chapter: values.chapter,
    own: {
      ...columnsOf(OWN_COLUMNS, values),
      series_position: own('seriesPosition', values.seriesPosition, said.seriesPosition),
      series_total: own('seriesTotal', values.seriesTotal, said.seriesTotal ?? count),
      awards: awards !== null && awards.length > 0 ? JSON.stringify(awards) : null,
      custom_metadata: storedCustom(values, row),
    },
  }
}

/** A file's value counts as a person's only once somebody changes it. */
function storedCustom({ customMetadata }: BookValues, row: MetadataRow | null): string | null {
  if (row && isSame(customMetadata, customMetadataOf(row, false))) return row.custom_metadata
  if (row && isSame(customMetadata, customOfFile(wideFactsOf(row.facts)))) return null
  return customMetadata && JSON.stringify(customMetadata)
}
