import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { api } from '../../api/client'
import type { StorageReportDto } from '../../api/types'
import { formatSize } from '../../messages'
import { ErrorNotice } from '../../ui/error-notice'
import { Figures } from '../../ui/figures'
import { lazyPart } from '../../ui/lazy-part'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import { toast } from '../../ui/toast'
import { formatMoment, formatNear } from '../admin/format'
import { ta } from '../admin/messages'
import { complain, freshenTasks } from '../tasks/tasks.queries'
import { grownInWeek } from './growth.rules'
import { ts } from './messages'
import { OpenPdfs } from './open-pdfs'
import { type Measuring, pdfCacheQuery, storageQuery } from './storage.queries'
import classes from './storage-page.module.css'
import { StorageParts } from './storage-parts'

const GrowthChart = lazyPart(() => import('./growth-chart'))
/** A line needs two ends. */
const FEWEST_SAMPLES = 2

/** What takes how much space, what limits it, and how it grows. */
export function StoragePage() {
  usePageTitle(ta('admin.section.storage'))
  const [measuring, setMeasuring] = useState<Measuring | null>(null)
  const storage = useQuery(storageQuery(measuring))
  const pdfs = useQuery(pdfCacheQuery)
  const report = storage.data
  const hasFailed = storage.error !== null && !report
  const measure = useMutation({
    mutationFn: () => api.post('/api/v1/admin/storage/measure'),
    onSuccess: () => setMeasuring({ queuedAt: Date.now(), last: report?.measuredAt }),
    onError: complain,
    onSettled: freshenTasks,
  })
  const measuredAt = report?.measuredAt
  const line = report && (measuredAt ? ts('storage.measured', { when: formatNear(measuredAt) }) : ts('storage.never'))
  return (
    <Page
      wide
      title={ta('admin.section.storage')}
      line={line ? <span title={measuredAt ? formatMoment(measuredAt) : undefined}>{line}</span> : '\u00a0'}
      aside={
        !hasFailed && (
          <Button
            variant="default"
            onClick={() => measure.mutate(undefined, { onSuccess: () => toast({ message: ts('storage.queued') }) })}
            loading={measure.isPending}
          >
            {ts('storage.measure')}
          </Button>
        )
      }
    >
      {hasFailed && <ErrorNotice error={storage.error} onRetry={() => void storage.refetch()} />}
      <div className={classes.parts}>
        {report && <Totals report={report} />}
        {report && report.parts.length > 0 && <StorageParts parts={report.parts} onCleared={() => measure.mutate()} />}
        {report && report.growth.length >= FEWEST_SAMPLES && (
          <section aria-labelledby="storage-growth">
            <h2 id="storage-growth" className={classes.title}>
              {ts('storage.growth')}
            </h2>
            <Suspense fallback={<div className={classes.waiting} />}>
              <GrowthChart growth={report.growth} />
            </Suspense>
          </section>
        )}
        {pdfs.data && <OpenPdfs handles={pdfs.data.handles} />}
      </div>
    </Page>
  )
}

function Totals({ report }: { readonly report: StorageReportDto }) {
  const total = report.parts.reduce((all, { bytes }) => all + bytes, 0)
  const grown = grownInWeek(report.growth)
  const { disk } = report
  return (
    <Figures
      figures={[
        { name: ts('storage.total'), value: report.measuredAt ? formatSize(total) : '–' },
        ...(grown === null
          ? []
          : [{ name: ts('storage.week'), value: `${grown < 0 ? '−' : '+'}${formatSize(Math.abs(grown))}` }]),
        ...(disk
          ? [
              {
                name: ts('storage.free'),
                value: formatSize(disk.freeBytes),
                line: ts('storage.ofDisk', { size: formatSize(disk.totalBytes) }),
              },
            ]
          : []),
      ]}
    />
  )
}
