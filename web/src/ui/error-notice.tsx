import { Button } from '@mantine/core'
import { IconAlertTriangle, IconDeviceMobileOff, IconPlugConnectedX } from '@tabler/icons-react'
import { isOffline } from '../api/client'
import { useReachable } from '../api/connection'
import { t } from '../messages'
import { errorSentence } from './error-sentence'
import { NoticePage } from './notice-page'

type Props = { readonly error: unknown; readonly onRetry: () => void; readonly level?: 1 | 2 }

/** A loading error with a retry button. */
export function ErrorNotice({ error, onRetry, level = 2 }: Props) {
  const offline = isOffline(error)
  // The bar at the top says that the server can't be reached; once it can, the query runs again.
  const isBarShown = !useReachable()
  if (offline && isBarShown) {
    return (
      <NoticePage level={level} icon={<IconDeviceMobileOff size={34} stroke={1.5} />} title={t('error.notStoredTitle')}>
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
      actions={<Button onClick={onRetry}>{t('action.retry')}</Button>}
    >
      {errorSentence(error)}
    </NoticePage>
  )
}
