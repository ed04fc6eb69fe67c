import { t } from '../messages'
import classes from './whole-page-loader.module.css'

/** Shown only after a short delay. */
export function WholePageLoader() {
  return (
    <div className={classes.place} role="status">
      <span className={classes.ring} />
      <span className={classes.hidden}>{t('app.loading')}</span>
    </div>
  )
}
