import { READING_GOALS, type ReadingGoal, ReadingGoals, type ReadingOverviewDto } from '@octavo/contract/reading-stats'
import type { Reader } from '../../../db'
import { dateOfDay, dayCounter, zoneSpans } from '../../../kernel/time-zone'
import type { Viewer } from '../../../kernel/viewer'
import { daysOf } from './days.queries'
import { byDay, periodOf } from './statistics.view'
import { streakOf } from './streak.rules'
import { addTo, newTotal, type Total } from './sums'
import { coverageOf, finishedIn } from './times.queries'

const DAY_MS = 24 * 3_600_000
const PACE_DAYS = 90

/** The viewer's streak, pace and goals on the current day in a time zone. */
export async function overviewOf(
  reader: Reader,
  viewer: Viewer,
  timeZone: string,
  now: number,
): Promise<ReadingOverviewDto> {
  const { sumsFrom } = await coverageOf(reader, viewer)
  const all = { from: Math.min(now, sumsFrom ?? now), to: now + DAY_MS }
  const spans = zoneSpans(all.from, all.to, timeZone)
  const [read, finished] = await Promise.all([daysOf(reader, viewer, all, spans), finishedIn(reader, viewer, all)])
  const days = byDay(read, finished, dayCounter(spans))
  const today = dayCounter(spans)(now)
  const lately = totalOf(days, day => day > today - PACE_DAYS)
  const daysRead = [...days].filter(([day, { sessions }]) => sessions > 0 && day > today - PACE_DAYS).length
  const ms = lately.measured_ms + lately.estimated_ms
  return {
    today: dateOfDay(today),
    streak: streakOf([...days.keys()], today),
    pace: {
      msPerPage: lately.pages > 0 && ms > 0 ? ms / lately.pages : null,
      minutesPerDay: daysRead > 0 ? ms / 60_000 / daysRead : 0,
      daysRead,
    },
    goals: (await goalsOf(reader, viewer)).map(goal => ({ ...goal, reached: reached(goal, days, today) })),
  }
}

function reached({ measure, period }: ReadingGoal, days: ReadonlyMap<number, Total>, today: number): number {
  const current = periodOf(today, period)
  const total = totalOf(days, day => periodOf(day, period) === current)
  if (measure === 'books') return total.finished
  if (measure === 'pages') return total.pages
  return Math.floor((total.measured_ms + total.estimated_ms) / 60_000)
}

function totalOf(days: ReadonlyMap<number, Total>, isIn: (day: number) => boolean): Total {
  const total = newTotal()
  for (const [day, each] of days) {
    if (!isIn(day)) continue
    addTo(total, each)
    total.finished += each.finished
  }
  return total
}

async function goalsOf(reader: Reader, viewer: Viewer): Promise<readonly ReadingGoal[]> {
  const row = await reader.query
    .selectFrom('user_preferences')
    .select('value')
    .where('user_pk', '=', viewer.userPk)
    .where('key', '=', READING_GOALS)
    .executeTakeFirst()
  const parsed = ReadingGoals.safeParse(row ? JSON.parse(row.value) : [])
  return parsed.success ? parsed.data : []
}
