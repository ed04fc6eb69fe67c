import { deliverFor, onRefused } from '../../device/deliver'
import { t } from '../../messages'
import { withMessages } from '../../ui/lazy-part'
import { toast } from '../../ui/toast'

let followed = false

/** Sends progress and marks made offline, and resumes downloads. */
export function followUnsent(userId: string): void {
  if (!followed) {
    followed = true
    onRefused(() => toast({ message: t('offline.refused'), tone: 'bad' }))
  }
  deliverFor(userId)
  void withMessages(() => import('./downloader')).then(downloader => downloader.resumeDownloads(userId))
}
