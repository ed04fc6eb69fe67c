import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../db'
import { LIMITS } from '../../../kernel/limits'
import { type SearchWord, searchWords } from '../../../kernel/search-words'
import { searchForm, sortKey } from '../../../kernel/text'
import type { Viewer } from '../../../kernel/viewer'

/** Searchable by words. */
export type Listed = 'books' | 'series'
/** Has a word index: names of genres, tags and people too. */
export type Indexed = Listed | 'facets'

/** Words that a row must all have; each with its alternatives. */
export type QueryWords = readonly (SearchWord & {
  readonly others: readonly string[]
  /** All known words of SQLite's index with this prefix. */
  readonly known?: readonly string[]
})[]

/** The search text. */
export interface TextQuery {
  readonly typed: string
  /** Null without letters or digits: then titles are searched. */
  readonly words: QueryWords | null
}

/** Null if empty. */
export function parseText(typed: string | null | undefined): TextQuery | null {
  if (!typed?.trim()) return null
  const words = searchWords(typed, LIMITS.lists.searchWords)
  return { typed: typed.trim(), words: words.length === 0 ? null : words.map(word => ({ ...word, others: [] })) }
}

/** Identifies the kind of text search in the key of a cached statement. */
export function textKind(text: TextQuery | null | undefined): string {
  return !text ? '' : text.words ? 'words' : 'title'
}

/** Values of a statement that looks for a text. */
export interface TextValues {
  /** The query in the index's syntax, restricted to visible libraries, and to one of them. */
  readonly match: string
  /** For each word, alternative patterns for the text of words on SQLite: JSON. */
  readonly patterns: string
  /** A pattern for titles. */
  readonly within: string
  /** Sort keys with the query as prefix are in this range. */
  readonly start: string
  readonly end: string
}

export function textValues(
  { kind }: Reader['dialect'],
  viewer: Viewer,
  text: TextQuery | null | undefined,
  libraryPk?: number,
): TextValues {
  if (!text) return { match: '', patterns: '', within: '', start: '', end: '' }
  const start = sortKey(text.typed)
  return {
    match: text.words ? wordMatch(kind, text.words, scopes(viewer, libraryPk)) : '',
    patterns: JSON.stringify((text.words ?? []).map(patternsOf)),
    within: `%${searchForm(text.typed).replace(/[\\%_]/g, '\\$&')}%`,
    start,
    end: `${start}\u{10ffff}`,
  }
}

/** Words are letters and digits, so they contain no pattern characters. */
function patternsOf({ text, isPrefix, others }: QueryWords[number]): string[] {
  return [`% ${text}${isPrefix ? '' : ' '}%`, ...others.map(other => `% ${other} %`)]
}

/**
 * The query in the index's syntax, for rows of one library of each scope. Words are letters and digits, so they contain
 * no operators.
 */
export function wordMatch(
  kind: 'sqlite' | 'postgres',
  words: QueryWords,
  scopes: readonly (readonly number[])[] = [],
): string {
  const isPostgres = kind === 'postgres'
  const term = (text: string, isPrefix = false) =>
    isPostgres ? `'${text}'${isPrefix ? ':*' : ''}` : `"${text}"${isPrefix ? '*' : ''}`
  const anyOf = (terms: readonly string[]) => `(${terms.join(isPostgres ? ' | ' : ' OR ')})`
  return [
    ...words.map(({ text, isPrefix, others, known = [] }) =>
      anyOf([
        ...(known.length > 0 ? known.map(word => term(word)) : [term(text, isPrefix)]),
        ...others.map(other => term(other)),
      ]),
    ),
    ...scopes.map(pks => anyOf(pks.map(pk => term(`§${Math.max(pk, NO_LIBRARY)}`)))),
  ].join(isPostgres ? ' & ' : ' AND ')
}

/** The visible libraries, and the requested one. */
export function scopes({ visibility }: Viewer, libraryPk?: number): (readonly number[])[] {
  const all: (readonly number[])[] = libraryPk === undefined ? [] : [[libraryPk]]
  const libraryPks = visibility.kind === 'all' ? null : visibility.libraryPks
  if (libraryPks !== null) all.push(libraryPks.length > 0 ? libraryPks : [NO_LIBRARY])
  return all
}

/** A key that no library has; keys start at 1. */
const NO_LIBRARY = 0

/** How a text is searched. */
interface TextOptions {
  /**
   * Most rows scanned in this order match: then the words of each row are checked. The index of words would find all of
   * them, to be sorted.
   */
  readonly isWide?: boolean
  /** Includes hidden books. */
  readonly hidden?: boolean | undefined
}

/** The rows of a table that match. */
export function hasText(
  { kind }: Reader['dialect'],
  table: Listed,
  text: TextQuery,
  p: TextValues,
  { isWide = false, hidden = false }: TextOptions = {},
): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  if (!text.words) {
    return sql<SqlBool>`coalesce(${column('title_folded')}, lower(${column('title')})) like ${p.within} escape '\\'`
  }
  if (kind === 'postgres') {
    const found = sql<SqlBool>`${postgresWords(table)} @@ cast(${p.match} as tsquery)`
    return isWide ? sql<SqlBool>`(${found}) is true` : found
  }
  const index = sql.table(`${table}_search`)
  const named = sql<SqlBool>`${column('pk')} in (select rowid from ${index} where ${index} match ${p.match})`
  // The index covers live books only.
  if (hidden) return sql<SqlBool>`(${named} or (books.deleted and ${readsText('books', p)}))`
  return isWide ? readsText(table, p) : named
}

/** Matching rows by their text of words, on SQLite. */
function readsText(table: Listed, { patterns }: Pick<TextValues, 'patterns'>): RawBuilder<SqlBool> {
  const words = table === 'books' ? bookWords() : sql`concat_ws(' ', '', series.search_text, '')`
  return sql<SqlBool>`not exists (select 1 from json_each(${patterns}) as word
    where not exists (select 1 from json_each(word.value) as pattern where ${words} like pattern.value))`
}

function bookWords() {
  const numbers = ['number', 'volume', 'chapter'].map(
    column =>
      sql`iif(${sql.ref(`books.${column}`)} is null, '', replace(printf('%.15g', ${sql.ref(`books.${column}`)}), '.', ' '))`,
  )
  const ofSeries = sql`(select own.search_text from series as own where own.pk = books.series_pk)`
  return sql`concat_ws(' ', '', books.search_text, ${ofSeries}, ${sql.join(numbers)}, '')`
}

/** A book also has the words of its series. */
function wordsText(table: Indexed): RawBuilder<unknown> {
  return table === 'books' ? sql`books.search_text || ' ' || books.series_words` : sql.ref(`${table}.search_text`)
}

/** The expression of PostgreSQL's word index; names have no library. */
export function postgresWords(table: Indexed): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const text = wordsText(table)
  const own = sql`array_remove(string_to_array(${text}, ' '), '')`
  if (table === 'facets') return sql`array_to_tsvector(${own})`
  return sql`array_to_tsvector(array_append(${own}, '§' || ${column('library_pk')}::text))`
}
