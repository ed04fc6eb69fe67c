import { useQuery } from '@tanstack/react-query'
import { memo, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { formatNumber } from '../../messages'
import { DataTable } from '../../ui/data-table'
import { ErrorNotice } from '../../ui/error-notice'
import { lazyPart } from '../../ui/lazy-part'
import { QuietSelect } from '../../ui/quiet-select'
import { Segmented } from '../../ui/segmented'
import { Toggle } from '../../ui/toggle'
import { Duration } from '../admin/duration'
import { formatDay, formatMoment, formatTime, spokenDuration } from '../admin/format'
import { ta } from '../admin/messages'
import { typeName } from '../tasks/task-words'
import { type Period, periodsOf, type Span } from './history.rules'
import classes from './history-part.module.css'
import { historyQuery } from './metrics.queries'

const Chart = lazyPart(() => import('./chart'))

const spans = {
  day: { days: 1, granularity: 'hour' },
  week: { days: 7, granularity: 'hour' },
  month: { days: 30, granularity: 'day' },
  quarter: { days: 90, granularity: 'day' },
} as const satisfies Record<string, Span>
type SpanName = keyof typeof spans

/** The work of recent hours or days as charts, or as their data table. */
export function HistoryPart({ types }: { readonly types: readonly string[] }) {
  const [span, setSpan] = useState<SpanName>('day')
  const [type, setType] = useState('')
  const [table, setTable] = useState(false)
  const history = useQuery(historyQuery(spans[span], type || null))
  // Charts take long to draw: what was clicked is painted first.
  const { data } = history
  const shown = useMemo(() => ({ periods: data ? periodsOf(data) : [], span, table }), [data, span, table])
  const drawn = useDeferredValue(shown)
  return (
    <section aria-labelledby="metrics-history">
      <div className={classes.bar}>
        <h2 id="metrics-history">{ta('metrics.history')}</h2>
        <Segmented
          label={ta('metrics.span')}
          value={span}
          onChange={setSpan}
          choices={(Object.keys(spans) as SpanName[]).map(value => ({ value, label: ta(`metrics.span.${value}`) }))}
        />
        <QuietSelect
          label={ta('tasks.filterType')}
          value={type}
          onChange={setType}
          choices={[
            { value: '', label: ta('tasks.allTypes') },
            ...types.map(value => ({ value, label: typeName(value) })),
          ]}
        />
        <Toggle label={ta('metrics.asTable')} on={table} onChange={setTable} />
      </div>
      {history.error && !history.data ? (
        <ErrorNotice error={history.error} onRetry={() => void history.refetch()} />
      ) : drawn.table ? (
        <PeriodTable periods={drawn.periods} hourly={spans[drawn.span].granularity === 'hour'} />
      ) : (
        <Charts periods={drawn.periods} span={drawn.span} />
      )}
    </section>
  )
}

type ChartsProps = { readonly periods: readonly Period[]; readonly span: SpanName }

const Charts = memo(DrawnCharts)

function DrawnCharts({ periods, span }: ChartsProps) {
  const sum = (of: (period: Period) => number) => periods.reduce((all, period) => all + of(period), 0)
  const slowest = Math.max(0, ...periods.map(period => period.average ?? 0))
  const tick = (start: string) => (span === 'day' ? formatTime(start) : formatDay(start))
  return (
    <div className={classes.charts}>
      <figure className={classes.chart}>
        <figcaption>
          {ta('metrics.chartCount')}
          <span className={classes.key} data-of="succeeded">
            {ta('metrics.succeeded')}
          </span>
          <span className={classes.key} data-of="failed">
            {ta('metrics.failed')}
          </span>
        </figcaption>
        <div
          role="img"
          className={classes.plot}
          aria-label={ta('metrics.chartCountText', {
            done: formatNumber(sum(period => period.succeeded)),
            failed: formatNumber(sum(period => period.failed)),
          })}
        >
          <Suspense>
            <Chart of="count" periods={periods} tick={tick} />
          </Suspense>
        </div>
      </figure>
      <figure className={classes.chart}>
        <figcaption>{ta('metrics.chartDuration')}</figcaption>
        <div
          role="img"
          className={classes.plot}
          aria-label={ta('metrics.chartDurationText', { slowest: spokenDuration(slowest) })}
        >
          <Suspense>
            <Chart of="duration" periods={periods} tick={tick} />
          </Suspense>
        </div>
      </figure>
    </div>
  )
}

function PeriodTable({ periods, hourly }: { readonly periods: readonly Period[]; readonly hourly: boolean }) {
  const busy = periods.filter(period => period.succeeded + period.failed > 0).reverse()
  if (busy.length === 0) return <p className={classes.none}>{ta('metrics.noneInSpan')}</p>
  return (
    <DataTable
      label={ta('metrics.history')}
      rows={busy}
      rowKey={period => period.start}
      columns={[
        {
          id: 'start',
          name: ta(hourly ? 'metrics.hour' : 'metrics.day'),
          text: true,
          cell: period => (hourly ? formatMoment(period.start) : formatDay(period.start)),
          value: period => period.start,
        },
        {
          id: 'succeeded',
          name: ta('metrics.succeeded'),
          cell: period => formatNumber(period.succeeded),
          value: period => period.succeeded,
        },
        {
          id: 'failed',
          name: ta('metrics.failed'),
          cell: period => formatNumber(period.failed),
          value: period => period.failed,
        },
        {
          id: 'average',
          name: ta('metrics.avg'),
          cell: period => (period.average === null ? '–' : <Duration ms={period.average} />),
          value: period => period.average,
        },
        {
          id: 'longest',
          name: ta('metrics.max'),
          cell: period => (period.longest === null ? '–' : <Duration ms={period.longest} />),
          value: period => period.longest,
        },
      ]}
    />
  )
}
