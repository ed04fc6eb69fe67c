import { type SqlBool, sql } from 'kysely'
import { runPrepared, type Tx } from '../../../db'
import { newId } from '../../../kernel/ids'

/** A reading of a book. The next one begins with a place in an unread book, or at the start of a finished one. */
export interface ReadingKey {
  readonly user_pk: number
  readonly book_pk: number
  readonly started_at: number
}

export interface EndedReading extends ReadingKey {
  /** False: abandoned. */
  readonly completed: boolean
  readonly page: number
  readonly ended_at: number
  /** Leafing through a finished book does not count: a second reading must take longer than this. */
  readonly least_ms: number
}

type Given = { readonly [Name in keyof EndedReading | 'id']: string | number | boolean }

/** Records ended readings: each once, however often its last page is reached. */
export async function recordReadings(tx: Tx, readings: readonly EndedReading[]): Promise<void> {
  if (readings.length === 0) return
  const rows = JSON.stringify(readings.map(reading => ({ ...reading, id: newId() })))
  await runPrepared(tx, 'history.record', { rows }, p => {
    const given = tx.dialect.jsonRows<Given>(p.rows, {
      id: 'text',
      user_pk: 'bigint',
      book_pk: 'bigint',
      completed: 'boolean',
      page: 'bigint',
      started_at: 'bigint',
      ended_at: 'bigint',
      least_ms: 'bigint',
    })
    return sql`insert into readings (id, user_pk, book_pk, completed, page, started_at, ended_at)
          select id, user_pk, book_pk, completed, page, started_at, ended_at from ${given} as given
          where given.ended_at - given.started_at >= given.least_ms or not exists (select 1 from readings as earlier
            where earlier.user_pk = given.user_pk and earlier.book_pk = given.book_pk and earlier.completed)
          on conflict (user_pk, book_pk, started_at) do update
            set completed = excluded.completed, page = excluded.page, ended_at = excluded.ended_at
            where not readings.completed and excluded.completed`
  })
}

/** Readings restored by an undo: they had not ended. */
export async function forgetReadings(tx: Tx, readings: readonly ReadingKey[]): Promise<void> {
  for (const { user_pk, book_pk, started_at } of readings) {
    await tx.query
      .deleteFrom('readings')
      .where('user_pk', '=', user_pk)
      .where('book_pk', '=', book_pk)
      .where('started_at', '=', started_at)
      .execute()
  }
}

/** Deletes the reader's history of a book, or one reading of it. Returns false if there was none. */
export async function deleteReadings(tx: Tx, userPk: number, bookPk: number, id: string | null): Promise<boolean> {
  const rows = await tx.query
    .deleteFrom('readings')
    .where('user_pk', '=', userPk)
    .where('book_pk', '=', bookPk)
    .$if(id !== null, query => query.where('id', '=', id?.toLowerCase() ?? ''))
    .returning('pk')
    .execute()
  return rows.length > 0
}

/** Deletes the reader's history of the books of a series, or of all books. */
export async function deleteAllReadings(tx: Tx, userPk: number, seriesPk: number | null): Promise<void> {
  await tx.query
    .deleteFrom('readings')
    .where('user_pk', '=', userPk)
    .$if(seriesPk !== null, query =>
      query.where(sql<SqlBool>`book_pk in (select pk from books where series_pk = ${seriesPk})`),
    )
    .execute()
}
