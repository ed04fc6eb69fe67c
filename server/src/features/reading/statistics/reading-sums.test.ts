import { expect, setDefaultTimeout, test } from 'bun:test'
import { passOn, type Tx } from '../../../db'
import type { JournalRow } from '../../../db/lineage.types'
import { takeBack } from '../../../db/lineage-journal'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries, insertUser } from '../../../db/testing-rows'
import { newId } from '../../../kernel/ids'
import { zoneSpans } from '../../../kernel/time-zone'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { logSessions, logSittings, type Sitting } from '../reading-log'
import { daysOf } from './days.queries'

setDefaultTimeout(120_000)

const MINUTE = 60_000
const DAY = 86_400_000
const BEGIN = Date.UTC(2023, 8, 1)
const DAYS = 500
const ROUNDS = 120
// Ahead and behind, by quarters of an hour, by more than half a day, and with summer time in the south.
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/Los_Angeles',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
  'Pacific/Chatham',
  'America/St_Johns',
  'Pacific/Pago_Pago',
]

/** The same numbers for the same seed (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below)
  }
}

forEachDatabase('sums of reading', database => {
  test('equal those of the sessions after random sessions, merges, undone merges, purges and deleted users', async () => {
    const { write, reader } = database.connection
    const seed = Number(process.env.OCTAVO_TEST_SEED ?? 20_261_126)
    const random = randomOf(seed)
    const users: number[] = []
    let books: number[] = []
    await write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Comics')
      const seriesPk = await insertSeries(tx, libraryPk, 'Akira')
      for (let number = 0; number < 12; number++)
        books.push(await insertBook(tx, { libraryPk, seriesPk }, `Akira ${number}`))
      for (const name of ['Ada', 'Bea', 'Cem']) users.push(await insertUser(tx, name))
    })
    const anyOf = <T>(many: readonly T[]) => many[random(many.length)] as T
    const known: { readonly user: number; readonly book: number; readonly sitting: Sitting; sealed: boolean }[] = []
    const merges: { readonly fromPk: number; readonly heirPk: number; readonly journal: JournalRow[] }[] = []

    const read = async (tx: Tx) => {
      const user = anyOf(users)
      const sessions = Array.from({ length: 1 + random(20) }, () => {
        const startedAt = BEGIN + random(DAYS * 24 * 60) * MINUTE
        const endedAt = startedAt + random(90) * MINUTE
        return {
          ...{ id: newId(), bookPk: anyOf(books), device: anyOf(['phone', 'tablet', 'e-reader']) },
          ...{ deviceName: anyOf([null, 'Mine']), toPage: 3, toPercentage: null, estimatedMs: null },
          kind: anyOf(['progress', 'progress', 'completed', 'reset'] as const),
          activeMs: anyOf([null, 0, endedAt - startedAt]),
          pagesRead: anyOf([null, 0, random(40)]),
          ...{ startedAt, endedAt, saidAt: endedAt },
        }
      })
      await logSessions(tx, user, sessions, BEGIN + DAYS * DAY)
      // Late deliveries count once.
      if (random(3) === 0) await logSessions(tx, user, sessions, BEGIN + DAYS * DAY)
    }
    const sit = async (tx: Tx) => {
      const open = known.filter(each => !each.sealed && books.includes(each.book) && users.includes(each.user))
      const last = open.length > 0 && random(2) === 0 ? anyOf(open) : null
      const startedAt = last?.sitting.startedAt ?? BEGIN + random(DAYS * 24 * 60) * MINUTE
      const more = { ms: random(3) * MINUTE, pages: random(5) }
      const sitting: Sitting = {
        ...{ id: last?.sitting.id ?? newId(), device: 'phone', startedAt },
        endedAt: (last?.sitting.endedAt ?? startedAt) + more.ms,
        ms: (last?.sitting.ms ?? 0) + more.ms,
        pages: (last?.sitting.pages ?? 0) + more.pages,
        logged: last ? { ms: last.sitting.ms, pages: last.sitting.pages } : null,
      }
      const [user, book] = [last?.user ?? anyOf(users), last?.book ?? anyOf(books)]
      await logSittings(tx, user, [{ bookPk: book, deviceName: null, completed: false, sitting }], sitting.endedAt)
      if (last) known.splice(known.indexOf(last), 1)
      known.push({ user, book, sitting, sealed: false })
    }
    const merge = async (tx: Tx) => {
      if (books.length < 5) return
      const [fromPk, heirPk] = [anyOf(books), anyOf(books)]
      if (fromPk === heirPk) return
      const journal: JournalRow[] = []
      await passOn(tx, { of: 'books', event: anyOf(['merged', 'found'] as const) }, [{ fromPk, heirPk }], { journal })
      books = books.filter(pk => pk !== fromPk)
      merges.push({ fromPk, heirPk, journal })
      for (const each of known) if (each.book === fromPk || each.book === heirPk) each.sealed = true
    }
    const undo = async (tx: Tx) => {
      const last = merges.pop()
      if (!last?.journal.length) return
      await takeBack(tx, 'books', last, last.journal)
      books.push(last.fromPk)
    }
    const purge = async (tx: Tx) => {
      if (books.length < 8) return
      const pk = anyOf(books)
      if (merges.some(({ fromPk, heirPk }) => fromPk === pk || heirPk === pk)) return
      books = books.filter(each => each !== pk)
      await tx.query.deleteFrom('books').where('pk', '=', pk).execute()
    }
    const leave = async (tx: Tx) => {
      const pk = users.length > 2 && random(8) === 0 ? users.pop() : undefined
      if (pk !== undefined) await tx.query.deleteFrom('users').where('pk', '=', pk).execute()
    }

    const sessionsNow = () =>
      reader.query.selectFrom('reading_sessions').selectAll().where('kind', '<>', 'reset').execute()
    for (let round = 0; round < ROUNDS; round++) {
      const act = anyOf([read, read, read, sit, sit, merge, undo, purge, leave])
      await write(act)
      if (round % 20 !== 19) continue
      const sessions = await sessionsNow()
      const from = (table: 'reading_quarters' | 'reading_blocks' | 'reading_months' | 'reading_devices') =>
        reader.query.selectFrom(table).selectAll().execute()
      const quarter = (ms: number) => Math.floor(ms / (15 * MINUTE))
      const month = (ms: number) => new Date(ms).getUTCFullYear() * 12 + new Date(ms).getUTCMonth()
      const checks = [
        ['reading_quarters', TIMES, row => `${row.user_pk} ${row.quarter ?? quarter(Number(row.started_at))}`],
        [
          'reading_blocks',
          TIMES,
          row => `${row.user_pk} ${row.block ?? Math.floor(quarter(Number(row.started_at)) / 24)}`,
        ],
        [
          'reading_months',
          SUMS,
          row => `${row.user_pk} ${row.month ?? month(Number(row.started_at))} ${row.book_pk} ${row.device}`,
        ],
        ['reading_devices', SUMS, row => `${row.user_pk} ${row.month ?? month(Number(row.started_at))} ${row.device}`],
      ] as const satisfies readonly (readonly [string, readonly string[], (row: Row) => string])[]
      for (const [table, names, keyOf] of checks) {
        const [found, expected] = [summed(await from(table), names, keyOf), summed(sessions.map(asSums), names, keyOf)]
        expect({ seed, round, table, sums: found }).toEqual({ seed, round, table, sums: expected })
      }
    }

    const sessions = (await sessionsNow()).map(asSums)
    const [first, end] = [BEGIN + 3 * DAY + 45 * MINUTE, BEGIN + (DAYS - 2) * DAY + 30 * MINUTE]
    for (const userPk of users) {
      for (const zone of ZONES) {
        const dates = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
        const own = sessions.filter(
          row => row.user_pk === userPk && Number(row.started_at) >= first && Number(row.started_at) < end,
        )
        const expected = summed(own, TIMES, row => dates.format(Number(row.started_at)))
        const days = await daysOf(reader, { ...SYSTEM_VIEWER, userPk }, { to: end }, zoneSpans(first, end, zone))
        const rows = days.map(day => ({ ...day }))
        const found = summed(rows, TIMES, ({ day }) => new Date(Number(day) * DAY).toISOString().slice(0, 10))
        expect({ seed, zone, found }).toEqual({ seed, zone, found: expected })
      }
    }
  })
})

type Row = Readonly<Record<string, unknown>>

const SUMS = ['measured_ms', 'estimated_ms', 'pages', 'sessions'] as const
const TIMES = [...SUMS, 'untimed', 'unpaged'] as const

/** What a session adds. */
function asSums(row: Row): Row {
  return {
    ...row,
    measured_ms: row.active_ms ?? 0,
    estimated_ms: row.estimated_ms ?? 0,
    pages: row.pages_read ?? 0,
    sessions: 1,
    untimed: row.active_ms || row.estimated_ms ? 0 : 1,
    unpaged: row.pages_read === null ? 1 : 0,
  }
}

function summed(rows: readonly Row[], names: readonly string[], keyOf: (row: Row) => string): Record<string, number[]> {
  const sums: Record<string, number[]> = {}
  for (const row of rows) {
    const key = keyOf(row)
    const values = names.map(name => Number(row[name]))
    sums[key] = values.map((value, at) => value + (sums[key]?.[at] ?? 0))
  }
  return sums
}
