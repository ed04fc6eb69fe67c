import { sql } from 'kysely'
import { jsonText, runPrepared, type Tx } from '../../../db'
import type { SeriesFile } from '../../../formats/facts'
import { wideFactsOf } from '../../../formats/wide-facts'
import { externalOfFiles } from '../external'
import { named, otherTitles } from './series-names.store'

interface SeriesOfFiles {
  readonly pk: number
  /** Its series.json. */
  readonly file_metadata: string | null
  /** Whether it has stored ids or links from files. */
  readonly has_said: boolean
}

/** Maximum number of books read per series. */
const MOST_BOOKS = 20

/** Whether a series has stored ids or links from files. */
export const hasSaid = sql<boolean>`(exists (select 1 from external_ids where series_pk = series.pk and origin = 'file')
  or exists (select 1 from external_links where series_pk = series.pk and origin = 'file'))`

/**
 * Sets values of series from files beyond the metadata of books: external ids and links, from the series.json in their
 * folder, then from their first books; and a sort title, unless they have one. `saying` are those with a newly read
 * book that has such values. Most have none and need no statement.
 */
export async function takeWideFacts(
  tx: Tx,
  series: readonly SeriesOfFiles[],
  saying: ReadonlySet<number>,
  now: number,
): Promise<void> {
  const files = new Map(series.map(({ pk, file_metadata }) => [pk, linksOf(file_metadata)]))
  const hasLinks = (pk: number) => Object.values(files.get(pk) ?? {}).some(said => said.length > 0)
  const wanted = series.filter(({ pk, has_said }) => has_said || saying.has(pk) || hasLinks(pk)).map(({ pk }) => pk)
  if (wanted.length === 0) return
  const rows = (await factsOfBooks(tx, wanted)).map(row => ({ pk: row.series_pk, facts: wideFactsOf(row.facts) }))
  const ofBooks = Map.groupBy(rows, row => row.pk)
  const said = wanted.map(pk => {
    const { identifiers = [], webLinks = [] } = files.get(pk) ?? {}
    const more = (ofBooks.get(pk) ?? []).flatMap(({ facts }) => facts.identifiers)
    return { pk, said: externalOfFiles.saidOfSeries({ identifiers: [...identifiers, ...more], webLinks }) }
  })
  await externalOfFiles.saveSaid(tx, 'series', said, now)
  for (const [pk, books] of ofBooks) {
    const titleSort = books.find(({ facts }) => facts.seriesTitleSort !== null)?.facts.seriesTitleSort
    if (titleSort) await sortBy(tx, pk, titleSort)
  }
}

type Links = Partial<Pick<SeriesFile, 'identifiers' | 'webLinks'>>

function linksOf(text: string | null): Links {
  const { identifiers = [], webLinks = [] }: Links = text === null ? {} : JSON.parse(text)
  return { identifiers, webLinks }
}

function factsOfBooks(tx: Tx, pks: readonly number[]) {
  const values = { series: jsonText(pks.map(pk => ({ pk }))) }
  return runPrepared(
    tx,
    'series.wide-facts-of-books',
    values,
    p => sql<{ series_pk: number; facts: string }>`select series_pk, facts from (
            select books.series_pk, book_metadata.facts, row_number() over (
              partition by books.series_pk
              order by books.number ${tx.dialect.nullsOrder('asc')}, books.sort_key, books.pk) as place
            from ${tx.dialect.jsonRows<{ pk: number }>(p.series, { pk: 'bigint' })} as wanted
            cross join books cross join book_metadata
            where books.series_pk = wanted.pk and not books.deleted and book_metadata.book_pk = books.pk
              and (book_metadata.facts like '%"of":"series"%' or book_metadata.facts like '%"seriesTitleSort":%')
          ) as ordered
          where place <= ${sql.lit(MOST_BOOKS)} order by series_pk, place`,
  )
}

/** A sort title only if there is none: a person's stays. */
async function sortBy(tx: Tx, pk: number, titleSort: string): Promise<void> {
  const row = await tx.query
    .selectFrom('series')
    .select(['title', 'path'])
    .where('pk', '=', pk)
    .where('title_sort', 'is', null)
    .where(sql<boolean>`not title_sort_locked`)
    .executeTakeFirst()
  if (!row || row.title === titleSort) return
  await tx.query
    .updateTable('series')
    .set(named(row.title, titleSort, row.path, await otherTitles(tx, pk)))
    .where('pk', '=', pk)
    .execute()
}
