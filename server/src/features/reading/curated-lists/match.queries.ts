import { sql } from 'kysely'
import { type Reads, runPrepared } from '../../../db'
import { type Viewer, visibilityKey } from '../../../kernel/viewer'
import { nextTurn } from '../../../platform/task-work'
import { visible } from '../../people/access'
import { bareKey, matchOf, numberOf, ofNamedSeries, wantedKey } from './match.rules'
import type { Candidate, Match, Named } from './wanted.types'

/** Entries per statement. */
const AT_ONCE = 500

interface FoundRow extends Candidate {
  /** Folded title of the series, and the same without its year. */
  readonly key: string
  readonly bare: string
}

/** For each named book of a list: visible candidates. Other requests are answered between two statements. */
export async function matchesOf(reader: Reads, viewer: Viewer, entries: readonly Named[]): Promise<Match[]> {
  const matches: Match[] = []
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    if (at > 0) await nextTurn()
    const some = entries.slice(at, at + AT_ONCE)
    const found = await booksNamed(reader, viewer, some)
    for (const named of some) {
      const number = numberOf(named.number)
      const books = found.get(`${bareKey(wantedKey(named.series))} ${number}`) ?? []
      matches.push(matchOf(named, ofNamedSeries(named, books)))
    }
  }
  return matches
}

const KEY = sql`coalesce(series.title_folded, lower(series.title))`

async function booksNamed(
  reader: Reads,
  viewer: Viewer,
  entries: readonly Named[],
): Promise<ReadonlyMap<string, readonly FoundRow[]>> {
  const asked = new Map<string, { key: string; number: number }>()
  for (const entry of entries) {
    const number = numberOf(entry.number)
    if (number === null) continue
    const key = bareKey(wantedKey(entry.series))
    asked.set(`${key} ${number}`, { key, number })
  }
  if (asked.size === 0) return new Map()
  const rows: FoundRow[] = []
  let some: readonly FoundRow[]
  do {
    some = await someNamed(reader, viewer, [...asked.values()], rows.at(-1)?.bookPk ?? 0)
    rows.push(...some)
  } while (some.length === MOST_ROWS)
  return Map.groupBy(rows, ({ bare, number }) => `${bare} ${number}`)
}

/** Each book once, by its key, from the one after `after`. The series are read once, for all entries. */
function someNamed(
  reader: Reads,
  viewer: Viewer,
  asked: readonly { readonly key: string; readonly number: number }[],
  after: number,
): Promise<readonly FoundRow[]> {
  const values = { asked: JSON.stringify(asked), after }
  return runPrepared<FoundRow, typeof values>(
    reader,
    `curated lists|named|${visibilityKey(viewer)}`,
    values,
    p => sql`select ${KEY} as key, asked.key as bare, books.pk as ${sql.ref('bookPk')}, books.id as ${sql.ref('bookId')}, books.title,
        series.id as ${sql.ref('seriesId')}, series.title as ${sql.ref('seriesTitle')}, series.year as ${sql.ref('seriesYear')},
        libraries.pk as ${sql.ref('libraryPk')}, libraries.name as ${sql.ref('libraryName')}, books.number, books.volume,
        case when books.release_date is null then null else books.release_date / 10000 end as year, books.created_at as ${sql.ref('addedAt')}
      from ${reader.dialect.jsonRows<{ key: string; number: number }>(p.asked, { key: 'text', number: 'double precision' })} as asked
      inner join series on case when ${KEY} like '%(____)' then rtrim(substr(${KEY}, 1, length(${KEY}) - 6)) else ${KEY} end = asked.key
      inner join books on books.series_pk = series.pk and books.number = asked.number
      inner join libraries on libraries.pk = books.library_pk
      where books.pk > ${p.after} and series.book_count > 0 and not books.deleted and ${visible(viewer, 'series.library_pk')}
      order by books.pk limit ${sql.lit(MOST_ROWS)}`,
  )
}

/** Candidates per statement. */
const MOST_ROWS = 10_000
