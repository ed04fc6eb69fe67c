import * as contract from '@octavo/contract/reading-stats'
import type { Reader } from '../../../db'
import { attachment } from '../../../http/attachment'
import type { Binder } from '../../../http/bind'
import { streamOf } from '../../../http/stream'
import { type Clock, timestamp, timestampOrNull } from '../../../kernel/clock'
import { dateOfDay, dayCounter, zoneSpans } from '../../../kernel/time-zone'
import { daysOf } from './days.queries'
import { sessionsAsCsv } from './export-sessions'
import { titlesOf } from './names.queries'
import { overviewOf } from './overview'
import { breakdown, devicesView } from './shares'
import { devicesRead, seriesAndFormatsRead } from './shares.queries'
import { byDay, greatest, periodsView, summaryView, sumsView } from './statistics.view'
import { coverageOf, finishedIn } from './times.queries'
import { checkTimeZone, windowOf } from './window.rules'

export interface StatisticsDeps {
  readonly reader: Reader
  readonly now: Clock
}

/** Statistics of the caller's reading. Hidden books count in total times only. */
export function statisticsRoutes(binder: Binder, { reader, now }: StatisticsDeps): void {
  const atMost = (limit: number) => Math.min(limit, contract.MOST_BROKEN_DOWN)

  binder.bind(contract.getReadingStats, async ({ viewer, query }) => {
    const { granularity, seriesLimit, sort, timeZone } = query
    checkTimeZone(timeZone)
    const window = windowOf(query, now())
    const spans = zoneSpans(window.from, window.to, timeZone)
    // The slowest first: PostgreSQL answers them at the same time.
    const [{ series, formats }, read, finished, deviceRows] = await Promise.all([
      seriesAndFormatsRead(reader, viewer, window, { sort, limit: atMost(seriesLimit) }),
      daysOf(reader, viewer, window, spans),
      finishedIn(reader, viewer, window),
      devicesRead(reader, viewer, window),
    ])
    const pks = series.map(({ key }) => key)
    const [titles, devices] = await Promise.all([
      titlesOf(reader, viewer, 'series', pks),
      devicesView(reader, viewer, deviceRows, sort),
    ])
    const books = formats.reduce((sum, format) => sum + format.books, 0)
    return {
      from: timestamp(window.from),
      to: timestamp(window.to),
      granularity,
      summary: summaryView(read, finished.length, books),
      periods: periodsView(byDay(read, finished, dayCounter(spans)), granularity),
      series: series.flatMap(share => {
        const title = titles.get(share.key)
        if (!title) return []
        return [{ seriesId: title.id, seriesName: title.name, books: share.books, ...sumsView(share, share.finished) }]
      }),
      devices,
      formats: greatest(formats, sort, contract.MOST_BROKEN_DOWN).map(share => ({
        format: share.key,
        ...sumsView(share, share.finished),
      })),
    }
  })

  binder.bind(contract.getReadingCoverage, async ({ viewer }) => {
    const { first, last } = await coverageOf(reader, viewer)
    return { firstReadAt: timestampOrNull(first), lastReadAt: timestampOrNull(last) }
  })

  binder.bind(contract.getReadingOverview, ({ viewer, query }) => {
    checkTimeZone(query.timeZone)
    return overviewOf(reader, viewer, query.timeZone, now())
  })

  binder.bind(contract.getReadingBreakdown, async ({ viewer, params, query }) => {
    const window = windowOf(query, now())
    const asked = { kind: params.kind, window, sort: query.sort, limit: atMost(query.limit) }
    const shares = await breakdown(reader, viewer, asked)
    return { from: timestamp(window.from), to: timestamp(window.to), shares }
  })

  binder.bind(contract.exportReadingStats, async ({ viewer, query }) => {
    checkTimeZone(query.timeZone)
    const window = windowOf(query, now())
    const parts = encoded(sessionsAsCsv(reader, viewer, window, query.timeZone))
    const name = `reading-${dateOfDay(Math.floor(window.from / DAY_MS))}-${dateOfDay(Math.floor(window.to / DAY_MS))}.csv`
    return new Response(streamOf(parts), {
      headers: { 'Content-Type': 'text/csv;charset=utf-8', 'Content-Disposition': attachment(name) },
    })
  })
}

const DAY_MS = 24 * 3_600_000

async function* encoded(parts: AsyncIterable<string>): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder()
  for await (const part of parts) yield encoder.encode(part)
}
