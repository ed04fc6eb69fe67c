import { Button } from '@mantine/core'
import { IconBookOff } from '@tabler/icons-react'
import { NoticePage } from '../../ui/notice-page'
import { tr } from '../messages'
import { useEscape } from './use-escape'

type Props = { readonly why: string | null; readonly onLeave: () => void }

/** A book without content, and the way out. */
export function NothingToShow({ why, onLeave }: Props) {
  useEscape(onLeave)
  return (
    <NoticePage
      level={1}
      icon={<IconBookOff size={34} stroke={1.5} />}
      title={tr(why === null ? 'noPages' : 'notOpened')}
      actions={<Button onClick={onLeave}>{tr('back')}</Button>}
    >
      {why ?? tr('noPagesWhy')}
    </NoticePage>
  )
}
