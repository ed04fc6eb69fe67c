import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../db'
import { LIMITS } from '../../../kernel/limits'
import { type SearchWord, searchWords } from '../../../kernel/search-words'
import { fold, sortKey } from '../../../kernel/text'
import type { Viewer } from '../../../kernel/viewer'

/** What is found by words. */
export type Listed = 'books' | 'series'
/** What has an index of words: names of genres, tags and people too. */
export type Indexed = Listed | 'facets'

/** Words that a row must have all of; for each, others that will do as well. */
export type QueryWords = readonly (SearchWord & {
  readonly others: readonly string[]
  /** All words of SQLite's index that begin so, where they are known. */
  readonly known?: readonly string[]
})[]

/** What somebody looks for. */
export interface TextQuery {
  readonly typed: string
  /** Null when nothing of it is a letter or a digit: then titles are looked through for it. */
  readonly words: QueryWords | null
}

/** Null for nothing. */
export function parseText(typed: string | null | undefined): TextQuery | null {
  if (!typed?.trim()) return null
  const words = searchWords(typed, LIMITS.lists.searchWords)
  return { typed: typed.trim(), words: words.length === 0 ? null : words.map(word => ({ ...word, others: [] })) }
}

/** Names how a text is looked for in the key of a cached statement. */
export function textKind(text: TextQuery | null | undefined): string {
  return !text ? '' : text.words ? 'words' : 'title'
}

/** Values of a statement that looks for a text. */
export interface TextValues {
  /** The words as the index takes them, narrowed to the libraries that the viewer may see, and to one of them. */
  readonly match: string
  /**
   * For each word, the patterns of which a text of words has to have one: JSON. On PostgreSQL an array of one pattern for
   * each, see `canReadText`.
   */
  readonly patterns: string
  /** A pattern for titles. */
  readonly within: string
  /** Sort keys that begin with what was typed are from the one up to the other. */
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
    patterns: patternValue(kind, text.words),
    within: `%${fold(text.typed).replace(/[\\%_]/g, '\\$&')}%`,
    start,
    end: `${start}\u{10ffff}`,
  }
}

function patternValue(kind: Reader['dialect']['kind'], words: QueryWords | null): string {
  if (!words) return ''
  const patterns = words.map(patternsOf)
  return kind === 'sqlite' ? JSON.stringify(patterns) : `{${patterns.map(([first]) => `"${first}"`).join(',')}}`
}

/** Words are letters and digits, so that nothing in them means anything to a pattern. */
function patternsOf({ text, isPrefix, others }: QueryWords[number]): string[] {
  return [`% ${text}${isPrefix ? '' : ' '}%`, ...others.map(other => `% ${other} %`)]
}

/**
 * Words as the index takes them, of rows of one library of each scope. Words are letters and digits, so that nothing in
 * them means anything to the index.
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

/** The libraries that the viewer may see, and the one asked for. */
export function scopes({ visibility }: Viewer, libraryPk?: number): (readonly number[])[] {
  const all: (readonly number[])[] = libraryPk === undefined ? [] : [[libraryPk]]
  const libraryPks = visibility.kind === 'all' ? null : visibility.libraryPks
  if (libraryPks !== null) all.push(libraryPks.length > 0 ? libraryPks : [NO_LIBRARY])
  return all
}

/** A key that no library has; keys begin at 1. */
const NO_LIBRARY = 0

/** How a text is looked for. */
interface TextOptions {
  /**
   * Most rows scanned in this order match: then SQLite reads the words of each, else its index names the rows. Asking the
   * index for one row would make it put together all rows that have a beginning of a word, each time.
   */
  readonly isWide?: boolean
  /** Hidden books, too. */
  readonly hidden?: boolean | undefined
}

/** The rows of a table that have what is looked for. */
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
    return sql<SqlBool>`${postgresWords(table)} @@ cast(${p.match} as tsquery)`
  }
  const index = sql.table(`${table}_search`)
  const named = sql<SqlBool>`${column('pk')} in (select rowid from ${index} where ${index} match ${p.match})`
  // The index has live books only.
  if (hidden) return sql<SqlBool>`(${named} or (books.deleted and ${readsText({ kind }, 'books', p)}))`
  return isWide ? readsText({ kind }, table, p) : named
}

/** Whether PostgreSQL can tell from the text of a row alone that it has what is looked for. */
export function canReadText(text: TextQuery | null | undefined): boolean {
  return text?.words?.every(({ others }) => others.length === 0) ?? false
}

/**
 * Rows that have what is looked for, by their words as the index takes them. On PostgreSQL it takes a fifth of what making
 * those of the index does, for a scan of one row after the other.
 */
export function readsText(
  { kind }: Pick<Reader['dialect'], 'kind'>,
  table: Listed,
  { patterns }: Pick<TextValues, 'patterns'>,
): RawBuilder<SqlBool> {
  if (kind === 'postgres') return sql<SqlBool>`' ' || ${wordsText(table)} || ' ' like all(cast(${patterns} as text[]))`
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

/** A book has the words of its series too. */
function wordsText(table: Indexed): RawBuilder<unknown> {
  return table === 'books' ? sql`books.search_text || ' ' || books.series_words` : sql.ref(`${table}.search_text`)
}

/** The expression of PostgreSQL's index of words; names are in no library. */
export function postgresWords(table: Indexed): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const text = wordsText(table)
  const own = sql`array_remove(string_to_array(${text}, ' '), '')`
  if (table === 'facets') return sql`array_to_tsvector(${own})`
  return sql`array_to_tsvector(array_append(${own}, '§' || ${column('library_pk')}::text))`
}
