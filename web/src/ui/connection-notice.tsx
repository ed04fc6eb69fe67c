import { IconPlugConnectedX } from '@tabler/icons-react'
import { ask, useReachable } from '../api/connection'
import { t } from '../messages'
import classes from './connection-notice.module.css'

/** A bar at the top while the server does not answer; it goes by itself. */
export function ConnectionNotice() {
  const reachable = useReachable()
  return (
    <div role="status" className={classes.place}>
      {!reachable && (
        <div className={classes.bar}>
          <IconPlugConnectedX size={18} stroke={1.75} aria-hidden />
          <span>{t('error.offlineBar')}</span>
          <button type="button" className={classes.retry} onClick={ask}>
            {t('action.retry')}
          </button>
        </div>
      )}
    </div>
  )
}
