import '@mantine/charts/styles.layer.css'
import { BarChart, LineChart } from '@mantine/charts'
import { useQuery } from '@tanstack/react-query'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import { formatNumber } from '../../messages'
import { DataTable } from '../../ui/data-table'
import { ErrorNotice } from '../../ui/error-notice'
import { QuietSelect } from '../../ui/quiet-select'
import { Segmented } from '../../ui/segmented'
import { Toggle } from '../../ui/toggle'
import { formatDay, formatDuration, formatMoment, formatTime } from '../admin/format'
import { ta } from '../admin/messages'
import { typeName } from '../tasks/task-words'
import { type Period, periodsOf, type Span } from './history.rules'
import classes from './history-part.module.css'
import { historyQuery } from './metrics.queries'

const spans = {
  day: { days: 1, granularity: 'hour' },
  week: { days: 7, granularity: 'hour' },
  month: { days: 30, granularity: 'day' },
  quarter: { days: 90, granularity: 'day' },
} as const satisfies Record<string, Span>
type SpanName = keyof typeof spans

/** The work of recent hours or days as charts, or as their data table. */
export default function HistoryPart({ types }: { readonly types: readonly string[] }) {
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
  const axes = {
    h: 240,
    dataKey: 'start',
    tickLine: 'none' as const,
    gridAxis: 'x' as const,
    strokeDasharray: '0',
    xAxisProps: { tickFormatter: tick, minTickGap: 36, tickMargin: 8 },
  }
  const labelled = (start: unknown) => (typeof start === 'string' ? formatMoment(start) : '')
  const data = periods.map(period => ({ ...period }))
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
          aria-label={ta('metrics.chartCountText', {
            done: formatNumber(sum(period => period.succeeded)),
            failed: formatNumber(sum(period => period.failed)),
          })}
        >
          <BarChart
            {...axes}
            data={data}
            type="stacked"
            maxBarWidth={28}
            series={[
              { name: 'succeeded', label: ta('metrics.succeeded'), color: 'var(--work)' },
              { name: 'failed', label: ta('metrics.failed'), color: 'var(--danger)' },
            ]}
            yAxisProps={{ width: 48, allowDecimals: false, tickFormatter: formatNumber }}
            tooltipProps={{ labelFormatter: labelled }}
            valueFormatter={formatNumber}
            barProps={{ isAnimationActive: false }}
            barChartProps={{ accessibilityLayer: false }}
          />
        </div>
      </figure>
      <figure className={classes.chart}>
        <figcaption>{ta('metrics.chartDuration')}</figcaption>
        <div role="img" aria-label={ta('metrics.chartDurationText', { slowest: formatDuration(slowest) })}>
          <LineChart
            {...axes}
            data={data}
            curveType="monotone"
            strokeWidth={2}
            connectNulls={false}
            series={[{ name: 'average', label: ta('metrics.avg'), color: 'var(--work)' }]}
            yAxisProps={{ width: 64, tickFormatter: formatDuration }}
            tooltipProps={{ labelFormatter: labelled }}
            valueFormatter={formatDuration}
            dotProps={{ r: 2.5, strokeWidth: 0 }}
            lineProps={{ isAnimationActive: false }}
            lineChartProps={{ accessibilityLayer: false }}
          />
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
          cell: period => (period.average === null ? '–' : formatDuration(period.average)),
          value: period => period.average,
        },
        {
          id: 'longest',
          name: ta('metrics.max'),
          cell: period => (period.longest === null ? '–' : formatDuration(period.longest)),
          value: period => period.longest,
        },
      ]}
    />
  )
}
