import { BOOK_FIELD_REGISTRY } from '@octavo/contract/book-fields'
import { fieldsOfFiles, lockedFields } from '@octavo/contract/fields'
import type { FieldProvenanceDto } from '@octavo/contract/metadata-history'
import { SERIES_FIELD_REGISTRY } from '@octavo/contract/series-fields'
import { sql } from 'kysely'
import type { Reader } from '../../../db'
import { timestamp } from '../../../kernel/clock'
import { BOOK_LOCKS, type BookLock, isLocked } from '../../../kernel/field-locks'
import { embeddedOf, fileRecord, type MetadataRow } from '../metadata'
import { fileValues } from './book-values'
import type { BookState } from './edit-book'
import { locksOf, type SeriesState, seriesFileOf } from './edit-series'
import { isSame, valueAt } from './edited-value.rules'
import { type FieldAuthors, fieldAuthorsOf } from './field-authors'
import { userNames } from './history.queries'
import { isSeriesLocked, lockOfSeriesField } from './series-edit.rules'

/** Fields that come from the naming rules unless a person sets them. */
const BY_RULES = new Set(['title', 'number'])

/** Fields that come from the path if the file has no value. */
const BY_PATH = new Set(['volume', 'chapter'])

/** Possible sources of one field. */
interface Sources {
  readonly value: unknown
  readonly lock: { readonly name: string; readonly isSet: boolean } | null
  /** The value in its file; absent if unknown. */
  readonly file?: { readonly value: unknown; readonly source: string | null; readonly at: number | null }
}

/** The source of each field of a book; the caller has checked access. */
export async function bookProvenance(reader: Reader, { book, row, values }: BookState): Promise<FieldProvenanceDto[]> {
  const record = row && (book.locks === 0 ? unlockedRecord(row) : fileRecord.fileRecordOf(row))
  const file = fileValues(record)
  const keys = new Map(fieldsOfFiles(BOOK_FIELD_REGISTRY))
  const fields = lockedFields(BOOK_FIELD_REGISTRY).filter(([, field]) => Object.hasOwn(values, field))
  return provenanceOf(
    reader,
    row ? fieldAuthorsOf(row) : {},
    fields.map(([lock, field]) => {
      const key = keys.get(field)
      const source = record && key ? (record.saidBy[key] ?? record.source) : (record?.source ?? null)
      const isSet = isLocked(BOOK_LOCKS, book.locks, lock as BookLock)
      const known = file && Object.hasOwn(file, field)
      return [
        field,
        {
          value: valueAt(values, field),
          lock: { name: `${lock}Lock`, isSet },
          ...(known && { file: { value: valueAt(file, field), source, at: row?.updated_at ?? null } }),
        },
      ]
    }),
  )
}

function unlockedRecord(row: MetadataRow): fileRecord.FileRecord {
  return { ...fileRecord.saidByFile(row), chapter: row.chapter }
}

/** The source of each field of a series; the caller has checked access. */
export async function seriesProvenance(reader: Reader, { row, values }: SeriesState): Promise<FieldProvenanceDto[]> {
  const held = locksOf(row)
  const folder = seriesFileOf(row)
  const first = await firstMetadata(reader, row.pk)
  const inside = first && fileValues(fileRecord.fileRecordOf(first) ?? unlockedRecord(first))
  const said = first && embeddedOf(first)
  const fields = lockedFields(SERIES_FIELD_REGISTRY).filter(([, field]) => Object.hasOwn(values, field))
  return provenanceOf(
    reader,
    fieldAuthorsOf(row),
    fields.map(([name, field]) => {
      const lock = lockOfSeriesField(field)
      const ofFolder = valueAt(folder, field)
      const names = {
        ...{ language: inside?.languageIso, readingDirection: said?.readingDirection, genres: undefined },
        ...{ year: said?.seriesYear ?? undefined, titleSort: said?.seriesTitleSort ?? undefined },
      }
      const ofBook = valueAt(names, field) ?? (PLAIN_OF_BOOKS.has(field) ? valueAt(inside ?? {}, field) : undefined)
      const file =
        ofFolder !== undefined && ofFolder !== null
          ? { value: ofFolder, source: 'series_json', at: null }
          : ofBook !== undefined && { value: ofBook, source: 'books', at: first?.updated_at ?? null }
      return [
        field,
        {
          value: valueAt(values, field),
          lock: lock ? { name, isSet: isSeriesLocked(held, lock) } : null,
          ...(file && { file }),
        },
      ]
    }),
    'books',
  )
}

/** Fields that a series takes from its first book unchanged. */
const PLAIN_OF_BOOKS = new Set(['summary', 'publisher', 'year'])

/** Metadata of the first live book in reading order that has any. */
async function firstMetadata(reader: Reader, seriesPk: number): Promise<MetadataRow | undefined> {
  return reader.query
    .selectFrom('books')
    .innerJoin('book_metadata', 'book_metadata.book_pk', 'books.pk')
    .selectAll('book_metadata')
    .where('books.series_pk', '=', seriesPk)
    .where(sql<boolean>`not books.deleted`)
    .orderBy(sql`books.number ${reader.dialect.nullsOrder('asc')}`)
    .orderBy('books.sort_key')
    .orderBy('books.pk')
    .limit(1)
    .executeTakeFirst()
}

async function provenanceOf(
  reader: Reader,
  authors: FieldAuthors,
  fields: readonly (readonly [field: string, sources: Sources])[],
  /** For values without a single source file. */
  unknownSource: string | null = null,
): Promise<FieldProvenanceDto[]> {
  const names = await userNames(
    reader,
    Object.values(authors).map(({ by }) => by),
  )
  return fields.map(([field, { value, lock, file }]) => {
    const author = authors[field]
    const isSet = lock?.isSet ?? false
    // Unlocked: a scan since then has restored the file's value.
    const isFromFile = !isSet && file !== undefined && isSame(file.value, value)
    const isPersons = author !== undefined && !(isFromFile && (file?.at ?? 0) > author.at)
    const base = {
      ...{ field, lock: lock?.name ?? null, locked: isSet, hasFileValue: file !== undefined },
      ...(file && { fileValue: file.value }),
    }
    if (isPersons) {
      return { ...base, origin: 'person', source: null, person: names.get(author.by) ?? null, at: timestamp(author.at) }
    }
    const nobody = { ...base, source: null, person: null, at: null }
    if (BY_RULES.has(field)) return { ...nobody, origin: 'rules' }
    if (isEmpty(value)) return { ...nobody, origin: 'none' }
    const isFromPath = BY_PATH.has(field) && file !== undefined && !isSame(file.value, value)
    if (isFromPath) return { ...nobody, origin: 'rules' }
    const at = file?.at ? timestamp(file.at) : null
    return { ...nobody, origin: 'file', source: file ? file.source : unknownSource, at }
  })
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}
