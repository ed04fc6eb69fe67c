import { Button } from '@mantine/core'
import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react'
import { isOffline } from '../../api'
import { errorSentence } from '../../ui/error-sentence'
import { NoticePage } from '../../ui/notice-page'
import { tr } from '../messages'
import { useEscape } from './use-escape'

type Props = { readonly error: unknown; readonly onRetry: () => void; readonly onLeave: () => void }

/** Something could not be fetched: what happened, a button that tries again, and the way out. */
export function ReaderTrouble({ error, onRetry, onLeave }: Props) {
  useEscape(onLeave)
  const Icon = isOffline(error) ? IconPlugConnectedX : IconAlertTriangle
  return (
    <NoticePage
      level={1}
      role="alert"
      icon={<Icon size={34} stroke={1.5} />}
      title={tr('cannotOpen')}
      actions={
        <>
          <Button onClick={onRetry}>{tr('tryAgain')}</Button>
          <Button variant="default" onClick={onLeave}>
            {tr('back')}
          </Button>
        </>
      }
    >
      {errorSentence(error)}
    </NoticePage>
  )
}
