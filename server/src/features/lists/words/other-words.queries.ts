import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import { type Viewer, visibilityKey } from '../../../kernel/viewer'
import { isNear } from './near'
import { type Indexed, scopes, type TextQuery, wordMatch } from './text-search'

/** Maximum number of replacements per word. */
const MOST_OTHERS = 50
/** Maximum number of similar texts read by PostgreSQL. */
const MOST_LIKE = 200
/** Shorter words are part of too many others, and a typo in them makes another word. */
const SHORTEST = { within: 3, near: 4 }

/** A table with a word index, and which of its rows a viewer sees. */
export interface Searched {
  readonly table: Indexed
  readonly seen: (viewer: Viewer) => Expression<SqlBool>
}

/**
 * For a query without matches: the same query with alternatives for each word that may be part of a longer one or
 * mistyped. Null if there are none. Only words of rows that the viewer sees, so that hidden ones take no place of theirs.
 */
export async function withOtherWords(
  reader: Reader,
  viewer: Viewer,
  text: TextQuery,
  ...tables: readonly Searched[]
): Promise<TextQuery | null> {
  if (!text.words) return null
  const words = await Promise.all(
    text.words.map(async word => ({
      ...word,
      others: word.isPrefix ? await othersOf(reader, viewer, tables, word.text) : [],
    })),
  )
  return words.some(word => word.others.length > 0) ? { ...text, words } : null
}

/** Indexed words that contain this one, or differ from it by a typo. */
async function othersOf(
  reader: Reader,
  viewer: Viewer,
  tables: readonly Searched[],
  word: string,
): Promise<readonly string[]> {
  if ([...word].length < SHORTEST.within) return []
  const mayBeMeant = (term: string) => term.includes(word) || (word.length >= SHORTEST.near && isNear(word, term))
  if (reader.dialect.kind === 'sqlite') {
    const others = (await wordsLike(reader, word)).filter(mayBeMeant)
    return viewer.visibility.kind === 'all' ? others.slice(0, MOST_OTHERS) : wordsSeen(reader, viewer, tables, others)
  }
  const texts = (await Promise.all(tables.map(table => textsLike(reader, viewer, table, word)))).flat()
  return [...new Set(texts.flatMap(each => each.split(' ')))].filter(mayBeMeant).slice(0, MOST_OTHERS)
}

/** All known words with a common trigram or the same start, visible or not. */
async function wordsLike(reader: Reader, word: string): Promise<string[]> {
  const start = word.slice(0, 2)
  const values = { parts: trigramsOf(word).join(' OR '), start, end: `${start}\u{10ffff}` }
  const rows = await runPrepared(
    reader,
    'words.like',
    values,
    p => sql<{ word: string }>`select word from search_words
      where pk in (select rowid from search_words_parts where search_words_parts match ${p.parts})
        or pk in (select pk from search_words where word >= ${p.start} and word < ${p.end})`,
  )
  return rows.map(row => row.word)
}

/** The first of some words that are in rows the viewer sees. */
async function wordsSeen(
  reader: Reader,
  viewer: Viewer,
  tables: readonly Searched[],
  words: readonly string[],
): Promise<string[]> {
  if (words.length === 0) return []
  const key = `words.seen|${tables.map(({ table }) => table).join()}|${visibilityKey(viewer)}`
  const libraries = wordMatch('sqlite', [], scopes(viewer))
  const values = { words: JSON.stringify(words), libraries: libraries && ` AND ${libraries}` }
  const rows = await runPrepared(reader, key, values, p => {
    const isIn = ({ table, seen }: Searched) => {
      const index = sql.table(`${table}_search`)
      const match = sql`'"' || word.value || '"' || ${table === 'facets' ? sql.lit('') : p.libraries}`
      return sql<SqlBool>`exists (select 1 from ${index} cross join ${sql.table(table)}
        where ${index} match ${match} and ${sql.ref(`${table}.pk`)} = ${index}.rowid and ${seen(viewer)})`
    }
    return sql<{ word: string }>`select word.value as word from json_each(${p.words}) as word
      where ${sql.join(tables.map(isIn), sql` or `)} limit ${sql.lit(MOST_OTHERS)}`
  })
  return rows.map(row => row.word)
}

/** The texts with similar words that the viewer sees, most similar first. */
async function textsLike(reader: Reader, viewer: Viewer, { table, seen }: Searched, word: string): Promise<string[]> {
  const values = { word, within: `%${word}%` }
  const rows = await runPrepared(reader, `words.like|${table}|${visibilityKey(viewer)}`, values, p => {
    const wanted = sql`cast(${p.word} as text)`
    return sql<{ search_text: string }>`select search_text from ${sql.table(table)}
      where (search_text like ${p.within} or ${wanted} <% search_text) and ${LIVE[table]} and ${seen(viewer)}
      order by ${wanted} <<-> search_text limit ${sql.lit(MOST_LIKE)}`
  })
  return rows.map(row => row.search_text)
}

const LIVE: Readonly<Record<Indexed, RawBuilder<SqlBool>>> = {
  books: sql`not deleted`,
  series: sql`book_count > 0`,
  facets: sql`true`,
}

/** Letters and digits only, so that quotes are enough. */
function trigramsOf(word: string): string[] {
  const characters = [...word]
  return characters.slice(2).map((_last, index) => `"${characters.slice(index, index + 3).join('')}"`)
}
