import { t } from '../messages'
import classes from './whole-page-loader.module.css'

/** Shown only when waiting takes longer than a blink. */
export function WholePageLoader() {
  return (
    <div className={classes.place} role="status">
      <span className={classes.ring} />
      <span className={classes.hidden}>{t('app.loading')}</span>
    </div>
  )
}
