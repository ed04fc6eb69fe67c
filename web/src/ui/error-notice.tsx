import { Button } from '@mantine/core'
import { IconAlertTriangle, IconDeviceMobileOff, IconPlugConnectedX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { isOffline } from '../api/client'
import { useReachable } from '../api/connection'
import { t } from '../messages'
import { errorSentence } from './error-sentence'
import { NoticePage } from './notice-page'

type Props = {
  readonly error: unknown
  readonly onRetry: () => void
  readonly level?: 1 | 2
  /** Where there is no navigation. */
  readonly hasWayHome?: boolean
}

/** A loading error with a retry button. */
export function ErrorNotice({ error, onRetry, level = 2, hasWayHome = false }: Props) {
  const offline = isOffline(error)
  // The bar at the top says that the server can't be reached; once it can, the query runs again.
  const isBarShown = !useReachable()
  const home = hasWayHome && (
    <Button variant="default" renderRoot={props => <Link to="/" {...props} />}>
      {t('action.goHome')}
    </Button>
  )
  if (offline && isBarShown) {
    return (
      <NoticePage
        level={level}
        icon={<IconDeviceMobileOff size={34} stroke={1.5} />}
        title={t('error.notStoredTitle')}
        actions={home}
      >
        {t('error.notStored')}
      </NoticePage>
    )
  }
  return (
    <NoticePage
      level={level}
      role="alert"
      icon={offline ? <IconPlugConnectedX size={34} stroke={1.5} /> : <IconAlertTriangle size={34} stroke={1.5} />}
      title={offline ? t('error.offlineTitle') : t('error.title')}
      actions={
        <>
          <Button onClick={onRetry}>{t('action.retry')}</Button>
          {home}
        </>
      }
    >
      {errorSentence(error)}
    </NoticePage>
  )
}
