import '@mantine/charts/styles.layer.css'
import { AreaChart } from '@mantine/charts'
import type { StorageSampleDto } from '../../api/types'
import { formatSize } from '../../messages'
import { formatDay, formatMoment } from '../admin/format'
import { totals } from './growth.rules'
import { ts } from './messages'
import classes from './storage-page.module.css'

/** The total of each day. */
export default function GrowthChart({ growth }: { readonly growth: readonly StorageSampleDto[] }) {
  const data = totals(growth)
  const last = data.at(-1)
  return (
    <figure className={classes.chart}>
      <div role="img" aria-label={ts('storage.growthText', { days: data.length, size: formatSize(last?.bytes ?? 0) })}>
        <AreaChart
          h={220}
          data={data}
          dataKey="at"
          curveType="monotone"
          strokeWidth={2}
          tickLine="none"
          gridAxis="x"
          strokeDasharray="0"
          withDots={data.length < 15}
          series={[{ name: 'bytes', label: ts('storage.total'), color: 'var(--work)' }]}
          xAxisProps={{ tickFormatter: formatDay, minTickGap: 36, tickMargin: 8 }}
          yAxisProps={{ width: 72, tickFormatter: formatSize }}
          tooltipProps={{ labelFormatter: (at: unknown) => (typeof at === 'string' ? formatMoment(at) : '') }}
          valueFormatter={formatSize}
          dotProps={{ r: 2.5, strokeWidth: 0 }}
          areaProps={{ isAnimationActive: false }}
          areaChartProps={{ accessibilityLayer: false }}
        />
      </div>
    </figure>
  )
}
