import { Progression } from '@octavo/contract/publication'
import { sql } from 'kysely'
import { z } from 'zod'
import { timestamp, timestampOrNull } from '../../../kernel/clock'
import { CLOCKS_BEGIN } from '../../../kernel/device-clock'
import { byKey, type DataPart, type Importing, type MatchedBook } from '../../../platform/data-part'
import { visible } from '../../people/access'
import type { DatedPlace } from './place-history.rules'
import { placeOfProgression } from './progression.rules'
import { publishOutcome } from './publish-progress'
import { recordPlace } from './record-place'
import { findSpine } from './spine.queries'

const Time = z.iso.datetime({ offset: true })
const Place = z.object({
  book: z.string(),
  page: z.int().min(1).max(10_000_000),
  percentage: z.number().min(0).max(1).nullable(),
  completed: z.boolean(),
  startedAt: Time,
  readAt: Time,
  completedAt: Time.nullable(),
  locator: z.unknown().optional(),
})
type Place = z.infer<typeof Place>

const AT_ONCE = 20

/** A user's places in books. */
export const PLACES_PART: DataPart<Place> = {
  name: 'places',
  row: Place,
  csv: ['book', 'page', 'percentage', 'completed', 'startedAt', 'readAt', 'completedAt'],
  async *rows(reader, viewer, mentions) {
    const read = (after: number, limit: number) =>
      reader.query
        .selectFrom('read_progress')
        .innerJoin('books', 'books.pk', 'read_progress.book_pk')
        .leftJoin('place_history', join =>
          join
            .onRef('place_history.book_pk', '=', 'read_progress.book_pk')
            .onRef('place_history.user_pk', '=', 'read_progress.user_pk')
            .onRef('place_history.saved_at', '=', 'read_progress.updated_at'),
        )
        .select([
          'read_progress.pk',
          'books.id as book',
          'books.pk as book_pk',
          'current_page',
          'percentage',
          'completed',
        ])
        .select(['started_at', 'read_progress.updated_at', 'completed_at', 'locator', 'read_at'])
        .where('read_progress.user_pk', '=', viewer.userPk)
        .where('read_progress.pk', '>', after)
        .where(visible(viewer, 'books.library_pk'))
        .orderBy('read_progress.pk')
        .limit(limit)
        .execute()
    for await (const rows of byKey(read)) {
      yield rows.map(row => {
        mentions.books.add(row.book_pk)
        return {
          ...{ book: row.book, page: row.current_page, percentage: row.percentage, completed: row.completed },
          startedAt: timestamp(row.started_at),
          readAt: timestamp(row.read_at ?? row.updated_at),
          completedAt: timestampOrNull(row.completed_at),
          ...(row.locator !== null && { locator: JSON.parse(row.locator) }),
        }
      })
    }
  },
  async judge(importing, rows) {
    const known = await knownTimes(importing, rows)
    return rows.map(({ book: id, readAt, page, completed }) => {
      const book = importing.book(id)
      const at = Date.parse(readAt)
      if (!book) return 'missing'
      if (at < CLOCKS_BEGIN || at > importing.now) return 'invalid'
      const here = known.get(book.pk)
      if (!here || here.at < at) return 'taken'
      return here.page === Math.min(page, book.page_count || page) && here.completed === completed ? 'known' : 'newer'
    })
  },
  async save(importing, rows) {
    const { viewer, write } = importing
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      const some = await Promise.all(rows.slice(at, at + AT_ONCE).map(row => placed(importing, row)))
      await write(async tx => {
        for (const each of some) {
          if (!each) continue
          const { book, place, readAt } = each
          const reading = { device: null, signIn: null, readAt, deliberate: false }
          // As it would have been recorded at the time: a place read later stays.
          const outcome = await recordPlace(tx, { ...reading, user: viewer.userPk, book, place }, readAt)
          publishOutcome(tx, viewer, book, outcome)
        }
      })
    }
    return []
  },
}

async function placed(
  { reader, book: find }: Importing,
  row: Place,
): Promise<{ book: MatchedBook; place: DatedPlace; readAt: number } | null> {
  const book = find(row.book)
  if (!book) return null
  const readAt = Date.parse(row.readAt)
  const startedAt = Math.min(Date.parse(row.startedAt), readAt)
  const completedAt = row.completed ? Math.max(startedAt, Date.parse(row.completedAt ?? row.readAt)) : null
  const { percentage, completed } = row
  const page = book.page_count > 0 ? Math.min(row.page, book.page_count) : row.page
  const exact = Progression.safeParse(row.locator)
  const isExact =
    exact.success &&
    book.file_format === 'epub' &&
    placeOfProgression(exact.data, await findSpine(reader, book.pk), book.page_count) !== null
  const locator = isExact ? { locator: JSON.stringify(exact.data) } : {}
  return { book, readAt, place: { page, percentage, completed, ...locator, startedAt, completedAt } }
}

/** When the places here were read, by book key; books marked as unread have a time, too. */
async function knownTimes({ reader, viewer, book }: Importing, rows: readonly Place[]) {
  const pks = rows.flatMap(row => book(row.book)?.pk ?? [])
  const found = await reader.query
    .selectFrom('books')
    .leftJoin('read_progress', join =>
      join.onRef('read_progress.book_pk', '=', 'books.pk').on('read_progress.user_pk', '=', viewer.userPk),
    )
    .leftJoin('place_history', join =>
      join.onRef('place_history.book_pk', '=', 'books.pk').on('place_history.user_pk', '=', viewer.userPk),
    )
    .select(['books.pk', 'current_page', 'completed', 'read_at', 'read_progress.updated_at'])
    .where(reader.dialect.isKeyOf(sql.ref('books.pk'), JSON.stringify(pks)))
    .execute()
  return new Map(
    found.flatMap(({ pk, current_page: page, completed, read_at, updated_at }) => {
      const at = read_at ?? updated_at
      return at === null ? [] : [[pk, { at, page, completed: completed === true }] as const]
    }),
  )
}
