import { Button } from '@mantine/core'
import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react'
import { ApiError, isOffline } from '../../api'
import { errorSentence } from '../../ui/error-sentence'
import { NoticePage } from '../../ui/notice-page'
import { tr } from '../messages'
import { useEscape } from './use-escape'

type Props = {
  readonly error: unknown
  /** What failed; absent: the book. */
  readonly title?: string
  readonly onRetry: () => void
  readonly onLeave: () => void
}

/** A loading error: what happened, a retry button, and the way out. */
export function ReaderErrorNotice({ error, title = tr('cannotOpen'), onRetry, onLeave }: Props) {
  useEscape(onLeave)
  const Icon = isOffline(error) ? IconPlugConnectedX : IconAlertTriangle
  return (
    <NoticePage
      level={1}
      role="alert"
      icon={<Icon size={34} stroke={1.5} />}
      title={title}
      actions={
        <>
          {mayPass(error) && <Button onClick={onRetry}>{tr('tryAgain')}</Button>}
          <Button variant={mayPass(error) ? 'default' : 'filled'} onClick={onLeave}>
            {tr('back')}
          </Button>
        </>
      }
    >
      {errorSentence(error)}
    </NoticePage>
  )
}

/** A retry cannot change these. */
function mayPass(error: unknown): boolean {
  return !(error instanceof ApiError) || ![400, 403, 404, 422].includes(error.status)
}
