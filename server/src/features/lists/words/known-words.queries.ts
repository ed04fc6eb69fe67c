import { type Reader, runPrepared } from '../../../db'
import type { QueryWords, TextQuery } from './text-search'

/** Shorter prefixes have their own index, and words that short are not listed. */
const SHORTEST = 4
/** With more words than this, the prefix is used. */
const MOST_WORDS = 16
const DIGITS = /^\p{Nd}+$/u

/**
 * The same query with prefixes replaced by known words: SQLite's index iterates over the rows of a word, but merges all
 * rows of a prefix first, four times as slow.
 */
export async function inKnownWords(
  reader: Reader,
  text: TextQuery | null | undefined,
): Promise<TextQuery | null | undefined> {
  if (!text?.words || reader.dialect.kind !== 'sqlite') return text
  return { ...text, words: await Promise.all(text.words.map(word => inKnown(reader, word))) }
}

async function inKnown(reader: Reader, word: QueryWords[number]): Promise<QueryWords[number]> {
  if (!word.isPrefix || [...word.text].length < SHORTEST || DIGITS.test(word.text)) return word
  const values = { start: word.text, end: `${word.text}\u{10ffff}` }
  const rows = await runPrepared(reader, 'words.known', values, (p, query) =>
    query
      .selectFrom('search_words')
      .select('word')
      .where('word', '>=', p.start)
      .where('word', '<', p.end)
      .limit(MOST_WORDS + 1),
  )
  return rows.length > MOST_WORDS ? word : { ...word, known: rows.map(row => row.word) }
}
