import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { atOneRevision, type Reader, runPrepared } from '../../../db'
import { fold, sortKey } from '../../../kernel/text'
import type { Viewer } from '../../../kernel/viewer'
import { type list, type RowShape, rowsByKeys } from '../../lists/engine'
import { type TextQuery, wordIndex } from '../../lists/words'
import { isPartial, visibilityKey } from '../../people/access'
import type { SearchSource } from './search-sources'

/** A possible hit. */
export interface Candidate {
  readonly pk: number
  readonly sortKey: string
  readonly title: string
  /** In the order of the source's texts; zero or more of each. */
  readonly others: readonly (readonly string[])[]
}

export interface Candidates {
  /** Those whose name begins with the text, and those with all of its words. */
  readonly likely: readonly Candidate[]
  /** Others with words that begin with them. */
  readonly possible: readonly Candidate[]
  /** Their number, including those not fetched. */
  readonly total: number
  /** False if there are more. */
  readonly isAll: boolean
}

interface Row {
  readonly look: number
  readonly pk: number
  readonly sort_key: string
  readonly title: string
}

/** The other texts of a row that search covers. */
interface TextsRow {
  readonly pk: number
  readonly [other: `other_${number}`]: string | null
}

/**
 * Queries each index for hits: the first rows by name, by whole words, and by word prefixes. One additional row,
 * without a key, has the number of rows with the words.
 */
const COUNTED = 0
const BY_NAME = 1
const BY_WHOLE_WORDS = 2
const BY_WORDS = 3

/** Fetched and ranked rows per word query: a multiple of the wanted hits, plus a few. */
const TAKEN = { times: 4, more: 20 }

/**
 * For a viewer limited to single series, at most this many rows per query are checked: later ones are neither found nor
 * counted until more of the name is typed.
 */
const MOST_LOOKED_AT = 10_000

interface Look {
  readonly from: RawBuilder<unknown>
  readonly where: RawBuilder<SqlBool>
  readonly order: RawBuilder<unknown>
  readonly limit: RawBuilder<unknown>
}

/**
 * Candidates of a source, by one statement that reads a bounded number from each index. The next letter usually finds
 * the same rows, so their other texts are cached until the catalogue changes.
 */
export async function selectCandidates(
  given: Reader,
  viewer: Viewer,
  source: SearchSource,
  text: TextQuery,
  limit: number,
): Promise<Candidates> {
  const reader = atOneRevision(given)
  const { dialect } = reader
  const { table, most } = source
  const words = text.words ?? []
  const hasPrefix = words.some(word => word.isPrefix || word.others.length > 0)
  const whole = words.map(word => ({ ...word, isPrefix: false, others: [] }))
  const start = table === 'facets' ? fold(text.typed) : sortKey(text.typed)
  const taken = Math.min(most, TAKEN.times * limit + TAKEN.more)
  const values = {
    start,
    end: `${start}\u{10ffff}`,
    whole: text.words ? wordIndex.wordsIn(dialect, viewer, table, whole) : '',
    match: text.words ? wordIndex.wordsIn(dialect, viewer, table, words) : '',
    limit: limit + 1,
    taken,
  }
  const key = `search.${source.kind}|${visibilityKey(viewer)}|${text.words ? (hasPrefix ? 'beginnings' : 'words') : 'name'}`
  const rows = await runPrepared(reader, key, values, p => {
    const own = sql.table(table)
    const pk = sql.ref(`${table}.pk`)
    const seen = ({ from, where, order, limit }: Look, selected: RawBuilder<unknown>) => {
      const there = sql`${where} and ${source.live}`
      const rows = isPartial(viewer)
        ? sql`(select ${pk} as pk from ${from} where ${there} ${order} limit ${sql.lit(MOST_LOOKED_AT)}) as first_ones
            cross join ${own} where ${pk} = first_ones.pk`
        : sql`${from} where ${there}`
      return sql`select ${selected} from ${rows} and ${source.seen(viewer)} ${order} limit ${limit}`
    }
    const look = (number: number, at: Look) =>
      sql`select * from (${seen(at, selection(source, number))}) as ${sql.ref(`look_${number}`)}`
    const withWords = (match: string, most: RawBuilder<unknown>): Look => {
      return { ...wordIndex.wordRows(dialect, table, match), order: sql``, limit: most }
    }
    const byName = look(BY_NAME, {
      from: own,
      where: sql<SqlBool>`${source.sortKey} >= ${p.start} and ${source.sortKey} < ${p.end}`,
      order: sql`order by ${source.sortKey}, ${pk}`,
      limit: sql`${p.limit}`,
    })
    const looks = [byName]
    if (text.words && hasPrefix) looks.push(look(BY_WHOLE_WORDS, withWords(p.whole, sql`${p.taken}`)))
    if (text.words)
      looks.push(countedLook(seen(withWords(p.match, sql.lit(most)), selection(source, BY_WORDS)), p.taken))
    return sql<Row>`select * from (${sql.join(looks, sql` union all `)}) as found`
  })
  return sorted(rows, await textsOf(reader, viewer, source, rows), source, limit)
}

/** The first rows and their number, in one pass through the index. */
function countedLook(rows: RawBuilder<unknown>, taken: number): RawBuilder<unknown> {
  return sql`select * from (with all_found as materialized (${rows})
    select * from (select * from all_found limit ${taken}) as first_found
    union all select ${sql.lit(COUNTED)}, count(*), '', '' from all_found) as ${sql.ref(`look_${BY_WORDS}`)}`
}

function selection({ table, sortKey: key, title }: SearchSource, look: number): RawBuilder<unknown> {
  return sql`${sql.lit(look)} as look, ${sql.ref(`${table}.pk`)} as pk, ${key} as sort_key, ${title} as title`
}

type Texts = Candidate['others']

/** The other texts of rows, without rows that are gone or hidden by now. */
async function textsOf(
  reader: Reader,
  viewer: Viewer,
  { kind, table, others, live, seen }: SearchSource,
  found: readonly Row[],
): Promise<ReadonlyMap<number, Texts>> {
  const pks = [...new Set(found.flatMap(({ look, pk }) => (look === COUNTED ? [] : [pk])))]
  if (others.length === 0 || pks.length === 0) return new Map(pks.map(pk => [pk, []]))
  const shape: RowShape<TextsRow, list.RowSource> = {
    entity: { table, visible: viewer => sql<SqlBool>`${live} and ${seen(viewer)}` },
    name: `search ${kind}`,
    shared: dialect => Object.fromEntries(others.map(({ text }, at) => [`other_${at}`, text(dialect)])),
  }
  const textsIn = (row: TextsRow) =>
    others.map(({ isMany }, at): readonly string[] => {
      const text = row[`other_${at}`]
      return !text ? [] : isMany ? (JSON.parse(text) as string[]) : [text]
    })
  return new Map((await rowsByKeys(reader, viewer, shape, pks)).map(row => [row.pk, textsIn(row)]))
}

function sorted(
  rows: readonly Row[],
  texts: ReadonlyMap<number, Texts>,
  source: SearchSource,
  limit: number,
): Candidates {
  const candidate = ({ pk, sort_key: sortKey, title }: Row): [number, Candidate][] => {
    const others = texts.get(pk)
    return others ? [[pk, { pk, sortKey, title, others }]] : []
  }
  const likelyRows = rows.filter(({ look }) => look === BY_NAME || look === BY_WHOLE_WORDS)
  const likely = new Map(likelyRows.flatMap(candidate))
  const wordRows = rows.filter(({ look, pk }) => look === BY_WORDS && !likely.has(pk))
  const possible = new Map(wordRows.flatMap(candidate))
  const found = likely.size + possible.size
  // Without words, nothing is counted.
  const counted = rows.find(({ look }) => look === COUNTED)?.pk
  return {
    likely: [...likely.values()],
    possible: [...possible.values()],
    total: Math.max(found, counted ?? 0),
    isAll: counted === undefined ? likelyRows.length <= limit : counted < source.most,
  }
}
