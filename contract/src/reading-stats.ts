import { Int64, nullable, numeral, Timestamp, Uuid } from './ids'
import { bytes, json, route } from './route'
import * as z from './zod'

export const GRANULARITIES = ['day', 'week', 'month'] as const
export const STATS_SORTS = ['time', 'pages', 'completions'] as const
/** Breakdowns of reading, besides series, devices and formats. */
export const BREAKDOWNS = ['author', 'genre', 'tag', 'book', 'series', 'format', 'device'] as const
export const MOST_BROKEN_DOWN = 50

const Granularity = z.enum(GRANULARITIES).meta({ id: 'ReadingStatsGranularity' })
const Sort = z.enum(STATS_SORTS).meta({ id: 'ReadingStatsSort' })

export const DurationBreakdownDto = z
  .object({
    measuredMs: Int64.meta({ description: 'Measured by the apps' }),
    inferredMs: Int64.meta({ description: 'Estimated from saved places: an underestimate' }),
    totalMs: Int64,
  })
  .meta({ id: 'DurationBreakdownDto' })

const sums = { duration: DurationBreakdownDto, pagesRead: Int64, sessions: Int64, booksFinished: Int64 }

export const ReadingSummaryDto = z
  .object({
    ...sums,
    books: Int64.meta({ description: 'Different books read' }),
    sessionsWithoutDuration: Int64,
    sessionsWithoutPages: Int64,
  })
  .meta({ id: 'ReadingSummaryDto' })

export const ReadingPeriodDto = z
  .object({ ...sums, bucket: z.string().meta({ description: 'Its first day; weeks begin on Monday' }) })
  .meta({ id: 'ReadingPeriodDto' })
export type ReadingPeriodDto = z.infer<typeof ReadingPeriodDto>

export const ReadingBySeriesDto = z
  .object({ ...sums, seriesId: Uuid, seriesName: z.string(), books: Int64 })
  .meta({ id: 'ReadingBySeriesDto' })

export const ReadingByDeviceDto = z
  .object({ ...sums, deviceId: z.string(), deviceName: nullable(z.string()), lastReadAt: Timestamp })
  .meta({ id: 'ReadingByDeviceDto' })
export type ReadingByDeviceDto = z.infer<typeof ReadingByDeviceDto>

export const ReadingByFormatDto = z.object({ ...sums, format: z.string() }).meta({ id: 'ReadingByFormatDto' })

export const ReadingStatsResponse = z
  .object({
    from: Timestamp.meta({ description: 'The window used, in whole quarters of an hour' }),
    to: Timestamp,
    granularity: Granularity,
    summary: ReadingSummaryDto,
    periods: z.array(ReadingPeriodDto).meta({ description: 'Only periods with reading' }),
    series: z.array(ReadingBySeriesDto),
    devices: z.array(ReadingByDeviceDto),
    formats: z.array(ReadingByFormatDto),
  })
  .meta({ id: 'ReadingStatsResponse' })
export type ReadingStatsResponse = z.infer<typeof ReadingStatsResponse>

export const ReadingCoverageDto = z
  .object({ firstReadAt: nullable(Timestamp), lastReadAt: nullable(Timestamp) })
  .meta({ id: 'ReadingCoverageDto' })

export const ReadingShareDto = z
  .object({
    ...sums,
    id: nullable(z.string()).meta({ description: 'Of the name, book, series or device' }),
    name: nullable(z.string()),
    books: Int64,
  })
  .meta({ id: 'ReadingShareDto' })
export type ReadingShareDto = z.infer<typeof ReadingShareDto>

export const ReadingBreakdownDto = z
  .object({ from: Timestamp, to: Timestamp, shares: z.array(ReadingShareDto) })
  .meta({ id: 'ReadingBreakdownDto' })

export const GOAL_MEASURES = ['minutes', 'pages', 'books'] as const
export const GOAL_PERIODS = ['day', 'week', 'month', 'year'] as const
/** The preference with the goals. */
export const READING_GOALS = 'reading.goals'

export const ReadingGoal = z.object({
  measure: z.enum(GOAL_MEASURES),
  period: z.enum(GOAL_PERIODS),
  amount: z.int().min(1).max(1_000_000),
})
export type ReadingGoal = z.infer<typeof ReadingGoal>
export const ReadingGoals = z
  .array(ReadingGoal)
  .max(GOAL_MEASURES.length * GOAL_PERIODS.length)
  .refine(
    goals => new Set(goals.map(goal => `${goal.measure} ${goal.period}`)).size === goals.length,
    'are there twice',
  )

export const ReadingOverviewDto = z
  .object({
    today: z.string().meta({ description: 'The day in the requested time zone' }),
    streak: z
      .object({
        current: Int64.meta({ description: 'Days in a row up to today, or yesterday' }),
        longest: Int64,
        readToday: z.boolean(),
      })
      .meta({ id: 'ReadingStreakDto' }),
    pace: z
      .object({
        msPerPage: nullable(z.number().meta({ format: 'double' })),
        minutesPerDay: z.number().meta({ format: 'double', description: 'Average over the days with reading' }),
        daysRead: Int64,
      })
      .meta({ id: 'ReadingPaceDto', description: 'Of the last 90 days' }),
    goals: z.array(ReadingGoal.extend({ reached: Int64 }).meta({ id: 'ReadingGoalDto' })),
  })
  .meta({ id: 'ReadingOverviewDto' })
export type ReadingOverviewDto = z.infer<typeof ReadingOverviewDto>

const TimeZone = z.string().max(100).default('UTC').meta({ description: 'IANA name of the zone whose days count' })
const window = {
  from: Timestamp.optional().meta({ description: 'Absent: 90 days ago' }),
  to: Timestamp.optional().meta({ description: 'Exclusive; absent: now' }),
}
const amount = numeral(z.int().min(0))
  .default(10)
  .meta({ description: `At most ${MOST_BROKEN_DOWN}` })

const own = { method: 'get', tag: 'Reading Statistics', access: 'progress-read', status: 200 } as const

export const getReadingStats = route({
  ...own,
  id: 'get_reading_stats',
  path: '/api/v1/reading-stats',
  summary: "The caller's reading within a window: totals, by period, series, device and format",
  query: z.object({
    ...window,
    granularity: Granularity.default('day'),
    seriesLimit: amount,
    sort: Sort.default('time'),
    timeZone: TimeZone,
  }),
  payload: json(ReadingStatsResponse),
})

export const getReadingCoverage = route({
  ...own,
  id: 'get_reading_coverage',
  path: '/api/v1/reading-stats/coverage',
  summary: "When the caller's reading history begins and ends",
  payload: json(ReadingCoverageDto),
})

export const getReadingOverview = route({
  ...own,
  id: 'get_reading_overview',
  path: '/api/v1/reading-stats/overview',
  summary: "The caller's streak, pace and goals as of today",
  query: z.object({ timeZone: TimeZone }),
  payload: json(ReadingOverviewDto),
})

export const getReadingBreakdown = route({
  ...own,
  id: 'get_reading_breakdown',
  path: '/api/v1/reading-stats/by/{kind}',
  summary: "The caller's reading within a window by author, genre, tag, book, series, format or device",
  params: z.object({ kind: z.enum(BREAKDOWNS) }),
  query: z.object({ ...window, limit: amount, sort: Sort.default('time') }),
  payload: json(ReadingBreakdownDto),
})

export const exportReadingStats = route({
  ...own,
  id: 'export_reading_stats',
  path: '/api/v1/reading-stats/export',
  summary: "The caller's reading sessions within a window as CSV",
  query: z.object({ ...window, timeZone: TimeZone }),
  payload: bytes('text/csv'),
})
