import { IconPlayerStop } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client'
import type { ScanStatusDto } from '../../api/types'
import { t } from '../../messages'
import { errorSentence } from '../../ui/error-sentence'
import { toast } from '../../ui/toast'
import { useMay } from '../auth'
import { useLibraries } from '../libraries'
import { ProgressLine } from './progress-line'
import classes from './scan-corner.module.css'
import { lookForScans, useActiveScans } from './scans.queries'
import { shareDone } from './scans.rules'

/** More scans than these are summarised. */
const mostShown = 3

/** Scans in the corner of every page: library, progress, and a stop button. */
export function ScanCorner() {
  const scans = useActiveScans()
  const mayLook = useMay('tasks-read')
  if (scans.length === 0) return null
  const rest = scans.slice(mostShown)
  return (
    <section className={classes.corner} aria-label={t('scans.label')}>
      {scans.slice(0, mostShown).map(scan => (
        <OneScan key={scan.libraryId} scan={scan} />
      ))}
      {rest.length > 0 && <p className={classes.line}>{t('scans.more', { count: rest.length })}</p>}
      {mayLook && (
        <Link to="/settings/tasks" className={classes.all}>
          {t('scans.all')}
        </Link>
      )}
    </section>
  )
}

function OneScan({ scan }: { readonly scan: ScanStatusDto }) {
  const library = useLibraries().data?.find(one => one.id === scan.libraryId)?.name ?? t('scans.aLibrary')
  const mayStop = useMay('libraries-write')
  const stop = useMutation({
    mutationFn: () =>
      api.post('/api/v1/libraries/{library_id}/scan/cancel', { params: { library_id: scan.libraryId } }),
    onSuccess: lookForScans,
    onError: error => toast({ message: errorSentence(error), tone: 'bad' }),
  })
  const title = t('scans.running', { library })
  const { filesTotal: total, filesProcessed: done } = scan
  return (
    <div className={classes.scan}>
      <div className={classes.words}>
        <div className={classes.title}>{title}</div>
        <div className={classes.line}>{total === 0 ? t('scans.looking') : t('scans.files', { done, total })}</div>
      </div>
      {mayStop && (
        <button
          type="button"
          className={classes.stop}
          aria-label={t('scans.stop', { library })}
          title={t('scans.stop', { library })}
          disabled={stop.isPending || stop.isSuccess}
          onClick={() => stop.mutate()}
        >
          <IconPlayerStop size={17} stroke={1.8} />
        </button>
      )}
      <div className={classes.bar}>
        <ProgressLine share={shareDone([scan])} label={title} />
      </div>
    </div>
  )
}
