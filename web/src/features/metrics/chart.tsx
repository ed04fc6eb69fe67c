import '@mantine/charts/styles.layer.css'
import { BarChart, LineChart } from '@mantine/charts'
import { formatNumber } from '../../messages'
import { formatDuration, formatMoment } from '../admin/format'
import { ta } from '../admin/messages'
import type { Period } from './history.rules'

type Props = {
  readonly of: 'count' | 'duration'
  readonly periods: readonly Period[]
  /** The text below a period. */
  readonly tick: (start: string) => string
}

/** One chart, as high as the place for it. */
export default function Chart({ of, periods, tick }: Props) {
  const axes = {
    h: '100%',
    data: periods.map(period => ({ ...period })),
    dataKey: 'start',
    tickLine: 'none' as const,
    gridAxis: 'x' as const,
    strokeDasharray: '0',
    xAxisProps: { tickFormatter: tick, minTickGap: 36, tickMargin: 8 },
    tooltipProps: { labelFormatter: (start: unknown) => (typeof start === 'string' ? formatMoment(start) : '') },
  }
  return of === 'count' ? (
    <BarChart
      {...axes}
      type="stacked"
      maxBarWidth={28}
      series={[
        { name: 'succeeded', label: ta('metrics.succeeded'), color: 'var(--work)' },
        { name: 'failed', label: ta('metrics.failed'), color: 'var(--danger)' },
      ]}
      yAxisProps={{ width: 48, allowDecimals: false, tickFormatter: formatNumber }}
      valueFormatter={formatNumber}
      barProps={{ isAnimationActive: false }}
      barChartProps={{ accessibilityLayer: false }}
    />
  ) : (
    <LineChart
      {...axes}
      curveType="monotone"
      strokeWidth={2}
      connectNulls={false}
      series={[{ name: 'average', label: ta('metrics.avg'), color: 'var(--work)' }]}
      yAxisProps={{ width: 64, tickFormatter: formatDuration }}
      valueFormatter={formatDuration}
      dotProps={{ r: 2.5, strokeWidth: 0 }}
      lineProps={{ isAnimationActive: false }}
      lineChartProps={{ accessibilityLayer: false }}
    />
  )
}
