import { sql } from 'kysely'
import { z } from 'zod'
import { timestamp } from '../../../kernel/clock'
import { byKey, type DataPart } from '../../../platform/data-part'
import { visible } from '../../people/access'
import { recordReadings } from './readings.store'

const Time = z.iso.datetime({ offset: true })
const Reading = z.object({
  book: z.string(),
  completed: z.boolean(),
  page: z.int().min(1).max(10_000_000),
  startedAt: Time,
  endedAt: Time,
})
type Reading = z.infer<typeof Reading>

/** A user's finished and abandoned readings. */
export const HISTORY_PART: DataPart<Reading> = {
  name: 'history',
  row: Reading,
  csv: ['book', 'completed', 'page', 'startedAt', 'endedAt'],
  async *rows(reader, viewer, mentions) {
    const read = (after: number, limit: number) =>
      reader.query
        .selectFrom('readings')
        .innerJoin('books', 'books.pk', 'readings.book_pk')
        .select([
          'readings.pk',
          'books.id as book',
          'books.pk as book_pk',
          'completed',
          'page',
          'started_at',
          'ended_at',
        ])
        .where('readings.user_pk', '=', viewer.userPk)
        .where('readings.pk', '>', after)
        .where(visible(viewer, 'books.library_pk'))
        .orderBy('readings.pk')
        .limit(limit)
        .execute()
    for await (const rows of byKey(read)) {
      yield rows.map(({ book, book_pk, completed, page, started_at, ended_at }) => {
        mentions.books.add(book_pk)
        return { book, completed, page, startedAt: timestamp(started_at), endedAt: timestamp(ended_at) }
      })
    }
  },
  async judge({ reader, viewer, book: find, now }, rows) {
    const pks = rows.flatMap(({ book }) => find(book)?.pk ?? [])
    const found = await reader.query
      .selectFrom('readings')
      .select(['book_pk', 'started_at'])
      .where('user_pk', '=', viewer.userPk)
      .where(reader.dialect.isKeyOf(sql.ref('book_pk'), JSON.stringify(pks)))
      .execute()
    const known = new Set(found.map(row => `${row.book_pk} ${row.started_at}`))
    return rows.map(({ book, startedAt, endedAt }) => {
      const pk = find(book)?.pk
      if (pk === undefined) return 'missing'
      const [start, end] = [Date.parse(startedAt), Date.parse(endedAt)]
      if (start < 0 || end < start || end > now) return 'invalid'
      return known.has(`${pk} ${start}`) ? 'known' : 'taken'
    })
  },
  async save({ viewer, write, book: find }, rows) {
    const readings = rows.flatMap(({ book, completed, page, startedAt, endedAt }) => {
      const pk = find(book)?.pk
      if (pk === undefined) return []
      const times = { started_at: Date.parse(startedAt), ended_at: Date.parse(endedAt), least_ms: 0 }
      return [{ user_pk: viewer.userPk, book_pk: pk, completed, page, ...times }]
    })
    await write(tx =>
      recordReadings(tx, [...new Map(readings.map(each => [`${each.book_pk} ${each.started_at}`, each])).values()]),
    )
    return []
  },
}
