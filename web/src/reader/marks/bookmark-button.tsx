import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react'
import { tm } from '../../features/marks'
import { BarButton } from '../chrome/bar-button'

type Props = { readonly on: boolean; readonly onClick: () => void }

export function BookmarkButton({ on, onClick }: Props) {
  return (
    <BarButton
      label={tm('marks.bookmark')}
      icon={on ? <IconBookmarkFilled size={21} /> : <IconBookmark size={21} />}
      pressed={on}
      onClick={onClick}
      keys="B"
    />
  )
}
