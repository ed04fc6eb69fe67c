import { sql } from 'kysely'
import { z } from 'zod'
import { timestamp } from '../../../kernel/clock'
import type { DataPart, Importing } from '../../../platform/data-part'
import { publishWanted } from './publish-wanted'
import { queueOf } from './want-to-read.queries'
import { addToQueue } from './want-to-read.store'
import type { Wanted } from './wanted'

const WantedRow = z.object({
  series: z.string().nullable(),
  book: z.string().nullable(),
  addedAt: z.iso.datetime({ offset: true }),
})
type WantedRow = z.infer<typeof WantedRow>
const AT_ONCE = 500

/** The queue, in its own order. */
export const WANT_TO_READ_PART: DataPart<WantedRow> = {
  name: 'want-to-read',
  row: WantedRow,
  csv: ['series', 'book', 'addedAt'],
  async *rows(reader, viewer, mentions) {
    for (let offset = 0; ; offset += AT_ONCE) {
      const rows = await queueOf(reader, viewer, 'custom', { limit: AT_ONCE, offset })
      yield rows.map(row => {
        if (row.series_pk !== null) mentions.series.add(row.series_pk)
        if (row.book_pk !== null) mentions.books.add(row.book_pk)
        return { series: row.series_id, book: row.book_id, addedAt: timestamp(row.added_at) }
      })
      if (rows.length < AT_ONCE) return
    }
  },
  async judge(importing, rows) {
    const { reader, viewer } = importing
    const wanted = rows.map(row => wantedOf(importing, row))
    const known = new Set<string>()
    for (const column of ['series_pk', 'book_pk'] as const) {
      const pks = wanted.flatMap(each => (each?.column === column ? each.pk : []))
      const found = await reader.query
        .selectFrom('want_to_read')
        .select(sql<number>`${sql.ref(column)}`.as('pk'))
        .where('user_pk', '=', viewer.userPk)
        .where(reader.dialect.isKeyOf(sql.ref(column), JSON.stringify(pks)))
        .execute()
      for (const { pk } of found) known.add(`${column} ${pk}`)
    }
    return wanted.map(each => (!each ? 'missing' : known.has(`${each.column} ${each.pk}`) ? 'known' : 'taken'))
  },
  async save(importing, rows) {
    const { viewer, write, now } = importing
    const wanted = rows.flatMap(row => {
      const of = wantedOf(importing, row)
      return of ? [{ ...of, addedAt: Math.min(now, Math.max(0, Date.parse(row.addedAt))) }] : []
    })
    const each = new Map(wanted.map(one => [`${one.column} ${one.pk}`, one]))
    await write(async tx => {
      const added = await addToQueue(tx, viewer.userPk, [...each.values()], now)
      for (const one of added) publishWanted(tx, viewer.userPk, one)
    })
    return []
  },
}

function wantedOf(importing: Importing, row: WantedRow): Wanted | null {
  const book = row.book === null ? undefined : importing.book(row.book)
  const series = row.series === null ? undefined : importing.series(row.series)
  const of = book ?? series
  if (!of) return null
  const { pk, library_pk: libraryPk, library_id: libraryId } = of
  return book
    ? { column: 'book_pk', pk, seriesId: book.series_id, bookId: book.id, libraryPk, libraryId }
    : { column: 'series_pk', pk, seriesId: of.id, bookId: null, libraryPk, libraryId }
}
