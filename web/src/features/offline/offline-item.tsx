import { Menu } from '@mantine/core'
import { IconCircleMinus, IconDeviceMobileDown } from '@tabler/icons-react'
import type { BookDto } from '../../api/types'
import { canDownload, isWanted, useDownload } from '../../device/downloads'
import { t } from '../../messages'
import { withMessages } from '../../ui/lazy-part'
import { toast } from '../../ui/toast'
import { useSession } from '../auth'
import { to } from './messages'

/** The menu item that downloads a book to this device, or removes it. */
export function OfflineItem({ book }: { readonly book: BookDto }) {
  const known = useDownload(book.id)
  const user = useSession()
  if (!canDownload() || user?.seenBy || book.deleted || (book.pageCount === 0 && book.fileFormat !== 'epub'))
    return null
  const isHere = !isWanted(known, book)
  const Icon = isHere ? IconCircleMinus : IconDeviceMobileDown
  const change = async () => {
    const { download, removeDownload } = await withMessages(() => import('./downloader'))
    if (isHere) return removeDownload(book.id)
    const count = await download([book])
    if (count > 0) toast({ message: to('offline.queued', { count }) })
  }
  return (
    <Menu.Item leftSection={<Icon size={18} stroke={1.6} />} onClick={() => void change()}>
      {isHere ? t('offline.remove') : t('offline.download')}
    </Menu.Item>
  )
}
