import { t } from '../messages'
import classes from './skeleton.module.css'

/** Placeholder for the page of one series or book. */
export function DetailSkeleton() {
  return (
    <div className={classes.page} role="status" aria-label={t('app.loading')}>
      <div className={classes.cover} />
      <div className={classes.lines}>
        <div className={classes.line} />
        <div className={classes.line} />
        <div className={classes.line} />
      </div>
    </div>
  )
}
