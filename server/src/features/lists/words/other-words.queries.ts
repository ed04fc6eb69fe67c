import { sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import { isNear } from './near'
import type { Indexed, TextQuery } from './text-search'

/** Maximum number of replacements per word. */
const MOST_OTHERS = 50
/** Maximum number of similar words checked. */
const MOST_LIKE = 200
/** Shorter words are part of too many others, and a typo in them makes another word. */
const SHORTEST = { within: 3, near: 4 }

/**
 * For a query without matches: the same query with alternatives for each word that may be part of a longer one or
 * mistyped. Null if there are none.
 */
export async function withOtherWords(reader: Reader, table: Indexed, text: TextQuery): Promise<TextQuery | null> {
  if (!text.words) return null
  const words = await Promise.all(
    text.words.map(async word => ({ ...word, others: word.isPrefix ? await othersOf(reader, table, word.text) : [] })),
  )
  return words.some(word => word.others.length > 0) ? { ...text, words } : null
}

/** Indexed words that contain this one, or differ from it by a typo. */
async function othersOf(reader: Reader, table: Indexed, word: string): Promise<string[]> {
  if ([...word].length < SHORTEST.within) return []
  const terms = await termsLike(reader, table, word)
  const others = terms.filter(term => term.includes(word) || (word.length >= SHORTEST.near && isNear(word, term)))
  return others.slice(0, MOST_OTHERS)
}

/** Words with common trigrams, most similar first. */
async function termsLike(reader: Reader, table: Indexed, word: string): Promise<string[]> {
  if (reader.dialect.kind === 'sqlite') {
    const start = word.slice(0, 2)
    const values = { parts: trigramsOf(word).join(' OR '), start, end: `${start}\u{10ffff}` }
    const rows = await runPrepared(
      reader,
      'words.like',
      values,
      p => sql<{ word: string }>`select word from search_words where pk in (select rowid from search_words_parts
          where search_words_parts match ${p.parts} order by rank limit ${sql.lit(MOST_LIKE)})
        or pk in (select pk from search_words where word >= ${p.start} and word < ${p.end} limit ${sql.lit(MOST_LIKE)})`,
    )
    return rows.map(row => row.word)
  }
  const values = { word, within: `%${word}%` }
  const rows = await runPrepared(reader, `words.like|${table}`, values, p => {
    const wanted = sql`cast(${p.word} as text)`
    const live = { books: sql`not deleted`, series: sql`book_count > 0`, facets: sql`true` }[table]
    return sql<{ search_text: string }>`select search_text from ${sql.table(table)}
      where (search_text like ${p.within} or ${wanted} <% search_text) and ${live}
      order by ${wanted} <<-> search_text limit ${sql.lit(MOST_LIKE)}`
  })
  return [...new Set(rows.flatMap(row => row.search_text.split(' ')))]
}

/** Letters and digits only, so that quotes are enough. */
function trigramsOf(word: string): string[] {
  const characters = [...word]
  return characters.slice(2).map((_last, index) => `"${characters.slice(index, index + 3).join('')}"`)
}
