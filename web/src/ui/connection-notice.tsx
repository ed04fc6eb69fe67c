import { IconBoltOff, IconPlugConnectedX } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { ask, useReachable, useStoredShown } from '../api/connection'
import { useLostFor } from '../api/live-state'
import { t } from '../messages'
import classes from './connection-notice.module.css'
import { useRootAttribute } from './use-root-attribute'

/** Shorter interruptions are not shown: missed events arrive after reconnecting. */
const lostMs = 20_000

/** A bar at the top while the server does not answer, or sends no live updates; it goes away by itself. */
export function ConnectionNotice() {
  const reachable = useReachable()
  const lost = useLostFor(lostMs)
  const stored = useStoredShown()
  const isThere = useRouterState({ select: state => state.location.pathname === '/offline' })
  useRootAttribute('data-connection', reachable ? null : stored ? 'stored' : 'lost')
  return (
    <div role="status" className={classes.place}>
      {!reachable ? (
        <div className={classes.bar} data-connection-bar>
          <IconPlugConnectedX size={18} stroke={1.75} aria-hidden />
          <span>{stored ? t('error.offlineStored') : t('error.offlineBar')}</span>
          {stored && !isThere && (
            <Link to="/offline" className={classes.link}>
              {t('offline.available')}
            </Link>
          )}
          <button type="button" className={classes.retry} onClick={ask}>
            {t('action.retry')}
          </button>
        </div>
      ) : (
        lost && (
          <div className={classes.bar} data-quiet>
            <IconBoltOff size={16} stroke={1.75} aria-hidden />
            <span>{t('error.notLive')}</span>
          </div>
        )
      )}
    </div>
  )
}
