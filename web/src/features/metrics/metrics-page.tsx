import { Button } from '@mantine/core'
import { IconChartBar, IconEraser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TaskMetricsResponse } from '../../api/types'
import { formatNumber } from '../../messages'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { ErrorNotice } from '../../ui/error-notice'
import { Figures } from '../../ui/figures'
import { NoticePage } from '../../ui/notice-page'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import { Duration } from '../admin/duration'
import { formatDecimal, formatDuration, formatShare } from '../admin/format'
import { ta } from '../admin/messages'
import { useMay } from '../auth'
import { HistoryPart } from './history-part'
import { Inventory } from './inventory'
import { metricsQuery, useForgetMetrics } from './metrics.queries'
import classes from './metrics-page.module.css'
import { TypeTable } from './type-table'

/** Metrics of background work: today's figures, by type, and over time. */
export function MetricsPage() {
  usePageTitle(ta('admin.section.metrics'))
  const metrics = useQuery(metricsQuery)
  const mayForget = useMay('system-admin')
  const [forgetting, setForgetting] = useState(false)
  const data = metrics.data
  return (
    <Page
      wide
      title={ta('admin.section.metrics')}
      line={ta('metrics.text')}
      aside={
        mayForget && (
          <Button
            variant="default"
            leftSection={<IconEraser size={18} stroke={1.7} />}
            onClick={() => setForgetting(true)}
          >
            {ta('metrics.clear')}
          </Button>
        )
      }
    >
      {metrics.error && !data && <ErrorNotice error={metrics.error} onRetry={() => void metrics.refetch()} />}
      {(data || metrics.error) && (
        <div className={classes.parts}>
          {data && <TaskParts data={data} />}
          <Inventory />
        </div>
      )}
      {forgetting && <Forget onClose={() => setForgetting(false)} />}
    </Page>
  )
}

/** Not for people who see a part of the libraries. */
function TaskParts({ data }: { readonly data: TaskMetricsResponse }) {
  return (
    <>
      <Summary data={data} />
      <HistoryPart types={data.byType.map(type => type.taskType)} />
      <section className={classes.part} aria-labelledby="metrics-types">
        <h2 id="metrics-types" className={classes.title}>
          {ta('metrics.byType')}
        </h2>
        {data.byType.length > 0 ? (
          <TypeTable types={data.byType} />
        ) : (
          <NoticePage level={2} icon={<IconChartBar size={34} stroke={1.5} />} title={ta('metrics.noneTitle')}>
            {ta('metrics.noneText')}
          </NoticePage>
        )}
      </section>
    </>
  )
}

function Summary({ data: { summary, queue } }: { readonly data: TaskMetricsResponse }) {
  const { totalExecuted, totalFailed } = summary
  const share = totalExecuted > 0 ? (totalFailed / totalExecuted) * 100 : 0
  return (
    <Figures
      figures={[
        {
          name: ta('metrics.executed'),
          value: formatNumber(totalExecuted),
          line: ta('metrics.perMinute', { count: formatDecimal(summary.tasksPerMinute) }),
        },
        {
          name: ta('metrics.failed'),
          value: formatNumber(totalFailed),
          line: ta('metrics.share', { share: formatShare(share) }),
          bad: totalFailed > 0,
        },
        { name: ta('metrics.avgDuration'), value: <Duration ms={summary.avgDurationMs} /> },
        { name: ta('metrics.avgWait'), value: <Duration ms={summary.avgQueueWaitMs} /> },
        {
          name: ta('metrics.queue'),
          value: formatNumber(queue.pendingCount),
          line:
            typeof queue.oldestPendingAgeMs === 'number'
              ? ta('metrics.oldest', { age: formatDuration(queue.oldestPendingAgeMs) })
              : ta('metrics.running', { count: formatNumber(queue.processingCount) }),
        },
        ...(queue.staleCount > 0
          ? [{ name: ta('metrics.stale'), value: formatNumber(queue.staleCount), bad: true }]
          : []),
      ]}
    />
  )
}

function Forget({ onClose }: { readonly onClose: () => void }) {
  const forget = useForgetMetrics(onClose)
  return (
    <ConfirmDialog
      opened
      title={ta('metrics.clearTitle')}
      confirmLabel={ta('metrics.clear')}
      pending={forget.isPending}
      error={forget.error}
      onConfirm={() => forget.mutate()}
      onClose={onClose}
    >
      {ta('metrics.clearText')}
    </ConfirmDialog>
  )
}
