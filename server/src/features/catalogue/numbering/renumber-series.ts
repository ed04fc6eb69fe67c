import { sql } from 'kysely'
import { runPrepared, type Tx } from '../../../db'
import { sortNaturally } from '../../../formats/natural-order'
import { BOOK_LOCKS, isLocked } from '../../../kernel/field-locks'
import { type NumberRules, numberRules, positionsOf } from '../../../naming/naming'
import type { TaskWork } from '../../../platform/task-work'
import { bookStore } from '../books'
import { choiceOfRow, stemOf } from '../naming'
import { refreshSeries, seriesFields } from '../series'

/**
 * Numbers every live book of a series by its library's rules: its own number, else its position among the files. Locked
 * numbers stay. Returns how many changed. The rules are loaded unless given.
 */
export async function renumberSeries(tx: Tx, seriesPk: number, rules?: NumberRules): Promise<number> {
  const numbers = rules ?? (await rulesOfSeries(tx, seriesPk))
  const rows = await booksToNumber(tx, seriesPk)
  const ordered = sortNaturally(rows, row => stemOf(row.file_name))
  const positions = positionsOf(
    ordered.map(row => row.file_name),
    numbers,
  )
  const changed = ordered
    .map((row, index) => ({
      row,
      pk: row.pk,
      before: row.number,
      number: numbers.ownNumber(row.file_name, row.inside) ?? positions[index] ?? null,
    }))
    .filter(({ row, before, number }) => before !== number && !isLocked(BOOK_LOCKS, row.locks, 'number'))
  await bookStore.setNumbers(
    tx,
    changed.map(({ pk, number }) => ({ pk, number })),
  )
  for (const { row } of changed) bookStore.publishBookEvent(tx, row, 'book_updated', ['number'])
  return changed.length
}

/** Series numbered in one transaction: most keep their numbers, so that separate commits would be most of the work. */
const SERIES_AT_ONCE = 50

/**
 * Renumbers series and updates the sums of changed ones, in small transactions of `write`. Returns how many books
 * changed; `onNumbered` gets the number of series after each transaction.
 */
export async function renumberAll(
  write: TaskWork['write'],
  seriesPks: Iterable<number>,
  { now, rules, onNumbered }: { now(): number; rules?: NumberRules; onNumbered?(series: number): void },
): Promise<number> {
  const pks = [...seriesPks]
  let updated = 0
  for (let at = 0; at < pks.length; at += SERIES_AT_ONCE) {
    const part = pks.slice(at, at + SERIES_AT_ONCE)
    updated += await write(async tx => {
      let changed = 0
      await seriesFields.lockSeries(tx, part)
      for (const pk of part) {
        const books = await renumberSeries(tx, pk, rules)
        if (books > 0) await refreshSeries(tx, [pk], now())
        changed += books
      }
      return changed
    })
    onNumbered?.(part.length)
  }
  return updated
}

interface BookToNumber {
  readonly pk: number
  readonly id: string
  readonly series_id: string
  readonly library_id: string
  readonly library_pk: number
  readonly file_name: string
  readonly number: number | null
  readonly locks: number
  /** Values of the metadata in the file. */
  readonly inside: string | null
}

/** Called for every series of a scan. */
function booksToNumber(tx: Tx, seriesPk: number): Promise<BookToNumber[]> {
  return runPrepared<BookToNumber, { seriesPk: number }>(tx, 'books.to-number', { seriesPk }, (p, query) =>
    query
      .selectFrom('books')
      .innerJoin('series', 'series.pk', 'books.series_pk')
      .innerJoin('libraries', 'libraries.pk', 'books.library_pk')
      .leftJoin('book_metadata', 'book_metadata.book_pk', 'books.pk')
      .select(['books.pk', 'books.file_name', 'books.number', 'books.locks', 'book_metadata.number as inside'])
      .select(['books.id', 'series.id as series_id', 'libraries.id as library_id', 'books.library_pk'])
      .where('books.series_pk', '=', p.seriesPk)
      .where(sql<boolean>`not books.deleted`)
      .orderBy('books.path')
      .orderBy('books.folder_pk'),
  )
}

async function rulesOfSeries(tx: Tx, seriesPk: number): Promise<NumberRules> {
  const [row] = await runPrepared<LibraryRules, { seriesPk: number }>(tx, 'series.rules', { seriesPk }, (p, query) =>
    query
      .selectFrom('series')
      .innerJoin('libraries', 'libraries.pk', 'series.library_pk')
      .selectAll('libraries')
      .where('series.pk', '=', p.seriesPk),
  )
  return numberRules(choiceOfRow(row ?? null).numberStrategy)
}

type LibraryRules = Parameters<typeof choiceOfRow>[0]
