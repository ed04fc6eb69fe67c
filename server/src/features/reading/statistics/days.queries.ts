import { type RawBuilder, sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import type { ZoneSpan } from '../../../kernel/time-zone'
import type { Viewer } from '../../../kernel/viewer'
import { QUARTER_MS, QUARTERS_A_BLOCK, QUARTERS_A_DAY, quarterOf } from '../reading-log'
import type { Sums } from './sums'
import type { Window } from './window.rules'

const NUMBERS = ['measured_ms', 'estimated_ms', 'pages', 'sessions', 'untimed', 'unpaged'] as const

/** Sums of a day (since 1970) in a time zone. */
export interface DayRow extends Sums {
  readonly day: number
  readonly untimed: number
  readonly unpaged: number
}

/**
 * The viewer's reading by day of a time zone, in order, from the first of the spans on. Sums of six hours are added up. Of
 * those in which a day begins, the smaller part is read by quarters of an hour and moved to its day.
 */
export async function daysOf(
  reader: Reader,
  { userPk }: Viewer,
  { to }: Pick<Window, 'to'>,
  zoneSpans: readonly ZoneSpan[],
): Promise<readonly DayRow[]> {
  const spans = zoneSpans.map(({ from, offsetMs }, at) =>
    spanOf(quarterOf(from), quarterOf(zoneSpans[at + 1]?.from ?? to), Math.round(offsetMs / QUARTER_MS)),
  )
  const [blocks, divided, rest] = await Promise.all([
    blocksOf(reader, userPk, spans),
    dividedQuarters(reader, userPk, spans),
    otherQuarters(reader, userPk, spans),
  ])
  const sums = new Map<number, Adding>()
  for (const row of blocks) add(sums, row.day, row, 1)
  for (const row of rest) add(sums, row.day, row, 1)
  for (const row of divided) {
    add(sums, row.day, row, 1)
    add(sums, row.day + row.off, row, -1)
  }
  return [...sums.values()].filter(row => NUMBERS.some(name => row[name] !== 0)).sort((a, b) => a.day - b.day)
}

type Adding = { -readonly [Name in keyof DayRow]: number }

/** Each sum by its name: a loop over their names takes twice the time. */
function add(sums: Map<number, Adding>, day: number, row: Omit<DayRow, 'day'>, sign: 1 | -1): void {
  let known = sums.get(day)
  if (!known) {
    known = { day, measured_ms: 0, estimated_ms: 0, pages: 0, sessions: 0, untimed: 0, unpaged: 0 }
    sums.set(day, known)
  }
  known.measured_ms += sign * row.measured_ms
  known.estimated_ms += sign * row.estimated_ms
  known.pages += sign * row.pages
  known.sessions += sign * row.sessions
  known.untimed += sign * row.untimed
  known.unpaged += sign * row.unpaged
}

/** A period in which clocks do not change, in quarters of an hour: blocks of six hours, and the rest at both ends. */
interface Span {
  readonly from: number
  readonly to: number
  /** Quarters that clocks are ahead of UTC. */
  readonly ahead: number
  /** Added to the first quarter of a block to count its day. */
  readonly blockAhead: number
  /** The first block, and the one after the last. */
  readonly first: number
  readonly last: number
  /** Quarters of a day in UTC whose block is counted on another day. */
  readonly divided: readonly number[]
  /** That other day: the next one, or the one before. */
  readonly off: 1 | -1
}

function spanOf(from: number, to: number, ahead: number): Span {
  const first = Math.ceil(from / QUARTERS_A_BLOCK)
  const last = Math.max(first, Math.floor(to / QUARTERS_A_BLOCK))
  const midnight = (QUARTERS_A_DAY - (ahead % QUARTERS_A_DAY)) % QUARTERS_A_DAY
  const before = midnight % QUARTERS_A_BLOCK
  const isLate = before > QUARTERS_A_BLOCK / 2
  const start = isLate ? midnight : midnight - before
  const divided = Array.from({ length: isLate ? QUARTERS_A_BLOCK - before : before }, (_, at) => start + at)
  return { from, to, ahead, blockAhead: isLate ? ahead : ahead + before, first, last, divided, off: isLate ? -1 : 1 }
}

function blocksOf(reader: Reader, userPk: number, spans: readonly Span[]): Promise<DayRow[]> {
  return sumsOf(reader, userPk, {
    name: 'blocks',
    // A block in which clocks change is in no span.
    given: spans.map(({ first, last, blockAhead }) => ({ least: first, most: last, ahead: blockAhead })),
    table: 'reading_blocks',
    at: sql`block`,
    by: { day: sql`(block * ${sql.lit(QUARTERS_A_BLOCK)} + given.ahead) / ${sql.lit(QUARTERS_A_DAY)}` },
  })
}

type Divided = DayRow & { readonly off: number }

function dividedQuarters(reader: Reader, userPk: number, spans: readonly Span[]): Promise<Divided[]> {
  return sumsOf(reader, userPk, {
    ...QUARTERS,
    name: 'divided-quarters',
    given: spans.flatMap(({ first, last, ahead, divided, off }) => {
      const [least, most] = [first * QUARTERS_A_BLOCK, last * QUARTERS_A_BLOCK]
      return divided.map(of_day => ({ of_day, least, most, ahead, off }))
    }),
    by: { day: DAY, off: sql`given.off` },
    where: sql`quarter % 96 = given.of_day`,
  })
}

function otherQuarters(reader: Reader, userPk: number, spans: readonly Span[]): Promise<DayRow[]> {
  return sumsOf(reader, userPk, {
    ...QUARTERS,
    name: 'other-quarters',
    given: spans.flatMap(({ from, to, ahead, first, last }) => {
      const [least, most] = [first * QUARTERS_A_BLOCK, last * QUARTERS_A_BLOCK]
      if (least >= most) return [{ least: from, most: to, ahead }]
      return [
        { least: from, most: least, ahead },
        { least: most, most: to, ahead },
      ]
    }),
    by: { day: DAY },
  })
}

const QUARTERS = { table: 'reading_quarters', at: sql`quarter` } as const
const DAY = sql`(quarter + given.ahead) / ${sql.lit(QUARTERS_A_DAY)}`

interface Added<Given> {
  readonly name: string
  readonly given: readonly Given[]
  readonly table: 'reading_blocks' | 'reading_quarters'
  /** Column with the number of the block or quarter. */
  readonly at: RawBuilder<unknown>
  readonly by: Readonly<Record<string, RawBuilder<unknown>>>
  readonly where?: RawBuilder<unknown>
}

/** The blocks or quarters of an hour in given ranges: their sums, or all of them for the caller to add up. */
async function sumsOf<Row, Given extends Readonly<Record<'least' | 'most' | 'ahead', number>>>(
  reader: Reader,
  userPk: number,
  { name, given, table, at, by, where = sql`1 = 1` }: Added<Given>,
): Promise<Row[]> {
  const [first] = given
  if (!first) return []
  const columns = Object.fromEntries(Object.keys(first).map(column => [column, 'bigint' as const]))
  const values = { userPk, given: JSON.stringify(given) }
  const groups = Object.entries(by)
  // SQLite returns rows faster than it groups them; PostgreSQL has to send them.
  const isGrouped = reader.dialect.kind === 'postgres'
  const read = (number: string) =>
    isGrouped ? sql`${reader.dialect.sum(sql.ref(number))} as ${sql.ref(number)}` : sql.ref(number)
  return runPrepared<Row, typeof values>(
    reader,
    `statistics.${name}`,
    values,
    // Cross join: SQLite would start with the sums instead of the ranges.
    p => sql<Row>`select ${sql.join(groups.map(([as, column]) => sql`${column} as ${sql.ref(as)}`))}, ${sql.join(NUMBERS.map(read))}
      from ${reader.dialect.jsonRows(p.given, columns)} as given cross join ${sql.table(table)}
      where user_pk = ${p.userPk} and ${at} >= given.least and ${at} < given.most and ${where}
      ${isGrouped ? sql`group by ${sql.join(groups.map(([, column]) => column))}` : sql``}`,
  )
}
