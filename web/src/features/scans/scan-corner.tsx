import { t } from '../../messages'
import { useLibraries } from '../libraries'
import { ProgressLine } from './progress-line'
import classes from './scan-corner.module.css'
import { useActiveScans } from './scans.queries'
import { shareDone } from './scans.rules'

/** A scan in the corner of every page: which library, how far, how many books. */
export function ScanCorner() {
  const scans = useActiveScans()
  const libraries = useLibraries().data ?? []
  const [first] = scans
  if (!first) return null
  const name = libraries.find(library => library.id === first.libraryId)?.name ?? t('scans.aLibrary')
  const title =
    scans.length === 1 ? t('scans.running', { library: name }) : t('scans.runningMany', { count: scans.length })
  const done = scans.reduce((sum, scan) => sum + scan.filesProcessed, 0)
  const total = scans.reduce((sum, scan) => sum + scan.filesTotal, 0)
  return (
    <section className={classes.corner} aria-label={t('scans.label')}>
      <div className={classes.title}>{title}</div>
      <ProgressLine share={shareDone(scans)} label={title} />
      <div className={classes.line}>{total > 0 ? t('scans.files', { done, total }) : t('scans.looking')}</div>
    </section>
  )
}
