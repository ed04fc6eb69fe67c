import { type RawBuilder, sql } from 'kysely'
import { type Reader, runSql } from '../../../db'
import type { ZoneSpan } from '../../../kernel/time-zone'
import type { Viewer } from '../../../kernel/viewer'
import { QUARTER_MS, QUARTERS_A_BLOCK, QUARTERS_A_DAY, quarterOf } from '../reading-log'
import { memberOf, type Sums } from './sums'
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
  for (const row of [...blocks, ...rest]) add(sums, row.day, row, 1)
  for (const row of divided) {
    add(sums, row.day, row, 1)
    add(sums, row.day + row.off, row, -1)
  }
  return [...sums]
    .filter(([, row]) => NUMBERS.some(name => row[name] !== 0))
    .map(([day, row]) => ({ day, ...row }))
    .sort((a, b) => a.day - b.day)
}

type Adding = Record<(typeof NUMBERS)[number], number>

function add(sums: Map<number, Adding>, day: number, row: Readonly<Adding>, sign: 1 | -1): void {
  const none = () => ({ measured_ms: 0, estimated_ms: 0, pages: 0, sessions: 0, untimed: 0, unpaged: 0 })
  const known = memberOf(sums, day, none)
  for (const name of NUMBERS) known[name] += sign * row[name]
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

const SUMMED = sql.join(NUMBERS.map(name => sql`cast(sum(${sql.ref(name)}) as bigint) as ${sql.ref(name)}`))

/** Read in one range and added up here, which takes a third of the time of groups by span. */
async function blocksOf(reader: Reader, userPk: number, spans: readonly Span[]): Promise<DayRow[]> {
  const values = { userPk, first: spans[0]?.first ?? 0, last: spans.at(-1)?.last ?? 0 }
  const rows = await runSql<Adding & { readonly block: number }, typeof values>(
    reader,
    'statistics.blocks',
    values,
    p => sql<Adding & { readonly block: number }>`select block, ${sql.join(NUMBERS.map(name => sql.ref(name)))}
      from reading_blocks where user_pk = ${p.userPk} and block >= ${p.first} and block < ${p.last} order by block`,
  )
  let at = 0
  return rows.flatMap(row => {
    while (row.block >= (spans[at]?.last ?? Number.POSITIVE_INFINITY)) at++
    const span = spans[at]
    // A block in which clocks change belongs to no span.
    if (!span || row.block < span.first) return []
    return [{ ...row, day: Math.floor((row.block * QUARTERS_A_BLOCK + span.blockAhead) / QUARTERS_A_DAY) }]
  })
}

type Divided = DayRow & { readonly off: number }

function dividedQuarters(reader: Reader, userPk: number, spans: readonly Span[]): Promise<Divided[]> {
  return quartersOf(reader, userPk, {
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
  return quartersOf(reader, userPk, {
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
    where: sql`1 = 1`,
  })
}

const DAY = sql`(quarter + given.ahead) / ${sql.lit(QUARTERS_A_DAY)}`

interface Quarters<Given> {
  readonly name: string
  readonly given: readonly Given[]
  readonly by: Readonly<Record<string, RawBuilder<unknown>>>
  readonly where: RawBuilder<unknown>
}

/** Sums of the quarters of an hour in given ranges. */
async function quartersOf<Row, Given extends Readonly<Record<'least' | 'most' | 'ahead', number>>>(
  reader: Reader,
  userPk: number,
  { name, given, by, where }: Quarters<Given>,
): Promise<Row[]> {
  const [first] = given
  if (!first) return []
  const columns = Object.fromEntries(Object.keys(first).map(column => [column, 'bigint' as const]))
  const values = { userPk, given: JSON.stringify(given) }
  const groups = Object.entries(by)
  return runSql<Row, typeof values>(
    reader,
    `statistics.${name}`,
    values,
    // Cross join: SQLite would start with the sums instead of the ranges.
    p => sql<Row>`select ${sql.join(groups.map(([as, column]) => sql`${column} as ${sql.ref(as)}`))}, ${SUMMED}
      from ${reader.dialect.jsonRows(p.given, columns)} as given cross join reading_quarters
      where user_pk = ${p.userPk} and quarter >= given.least and quarter < given.most and ${where}
      group by ${sql.join(groups.map(([, column]) => column))}`,
  )
}
