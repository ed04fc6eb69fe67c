import type { TaskTypeMetricsDto } from '../../api/types'
import { formatNumber, formatSize } from '../../messages'
import { type Column, DataTable } from '../../ui/data-table'
import { ownWords } from '../../ui/error-sentence'
import { TechnicalDetail } from '../../ui/technical-detail'
import { Duration } from '../admin/duration'
import { formatAway, formatDecimal, formatShare } from '../admin/format'
import { ta } from '../admin/messages'
import { typeName } from '../tasks/task-words'
import classes from './type-table.module.css'

/** Each type of work in a row: number, duration, failures. */
export function TypeTable({ types }: { readonly types: readonly TaskTypeMetricsDto[] }) {
  const columns: Column<TaskTypeMetricsDto>[] = [
    {
      id: 'type',
      name: ta('metrics.type'),
      text: true,
      cell: row => (
        <>
          {typeName(row.taskType)}
          {row.lastError && <LastError error={row.lastError} at={row.lastErrorAt} />}
        </>
      ),
      value: row => typeName(row.taskType),
    },
    {
      id: 'executed',
      name: ta('metrics.executedShort'),
      cell: row => formatNumber(row.executed),
      value: row => row.executed,
    },
    {
      id: 'errors',
      name: ta('metrics.errorRate'),
      cell: row => <span data-bad={row.failed > 0}>{formatShare(row.errorRatePct)}</span>,
      value: row => row.errorRatePct,
    },
    {
      id: 'retried',
      name: ta('metrics.retried'),
      cell: row => formatNumber(row.retried),
      value: row => row.retried,
    },
    {
      id: 'avg',
      name: ta('metrics.avg'),
      cell: row => <Duration ms={row.avgDurationMs} />,
      value: row => row.avgDurationMs,
    },
    {
      id: 'p50',
      name: ta('metrics.p50'),
      cell: row => <Duration ms={row.p50DurationMs} />,
      value: row => row.p50DurationMs,
    },
    {
      id: 'p95',
      name: ta('metrics.p95'),
      cell: row => <Duration ms={row.p95DurationMs} />,
      value: row => row.p95DurationMs,
    },
    {
      id: 'max',
      name: ta('metrics.max'),
      cell: row => <Duration ms={row.maxDurationMs} />,
      value: row => row.maxDurationMs,
    },
    {
      id: 'wait',
      name: ta('metrics.wait'),
      cell: row => <Duration ms={row.avgQueueWaitMs} />,
      value: row => row.avgQueueWaitMs,
    },
    {
      id: 'throughput',
      name: ta('metrics.throughput'),
      cell: row => ta('metrics.perSecond', { count: formatDecimal(row.throughputPerSec) }),
      value: row => row.throughputPerSec,
    },
    {
      id: 'bytes',
      name: ta('metrics.bytes'),
      cell: row => (row.bytesProcessed > 0 ? formatSize(row.bytesProcessed) : '–'),
      value: row => row.bytesProcessed,
    },
  ]
  return (
    <div className={classes.table}>
      <DataTable
        label={ta('metrics.byType')}
        columns={columns}
        rows={types}
        rowKey={row => row.taskType}
        startBy="executed"
      />
    </div>
  )
}

type LastErrorProps = { readonly error: string; readonly at: string | null | undefined }

/** Below the type, so that the table needs no column for it. */
function LastError({ error, at }: LastErrorProps) {
  const own = ownWords(error)
  return (
    <>
      <span className={classes.error} title={own ?? undefined}>
        {ta('metrics.lastError')}
        {at && (
          <>
            {' · '}
            <time dateTime={at}>{formatAway(at)}</time>
          </>
        )}
        {own && ` · ${own}`}
      </span>
      {!own && <TechnicalDetail>{error}</TechnicalDetail>}
    </>
  )
}
