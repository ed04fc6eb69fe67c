import { Menu } from '@mantine/core'
import { IconChecks, IconDeviceMobileDown, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { canDownload, openDownloads, useDownloads } from '../../device/downloads'
import { formatSize, t } from '../../messages'
import { CardMenu } from '../../ui/card-menu'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { MoreButton } from '../../ui/more-button'
import { NoticePage } from '../../ui/notice-page'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import { toast } from '../../ui/toast'
import { useSession } from '../auth'
import { DownloadRow } from './download-row'
import { removeAll, removeFinished } from './downloader'
import { to } from './messages'
import classes from './offline-page.module.css'
import { UnsentPart } from './unsent-part'

/** Downloaded books, and unsent changes. */
export function OfflinePage() {
  usePageTitle(t('offline.available'))
  const books = useDownloads()
  const user = useSession()
  const owner = user?.seenBy ? undefined : user?.id
  useEffect(() => {
    // At once, not deferred: the previous user's books must not be shown.
    if (owner) void openDownloads(owner)
  }, [owner])
  const [asking, setAsking] = useState(false)
  const downloaded = books.filter(({ state }) => state === 'done').length
  const clear = () => void removeFinished().then(count => toast({ message: to('offline.cleared', { count }) }))
  return (
    <Page
      narrow
      title={t('offline.available')}
      aside={
        books.length > 0 && (
          <MoreButton
            label={t('action.moreActions')}
            menu={state => (
              <CardMenu label={t('action.moreActions')} {...state}>
                <Menu.Item
                  leftSection={<IconChecks size={18} stroke={1.6} />}
                  disabled={downloaded === 0}
                  onClick={clear}
                >
                  {to('offline.clear')}
                </Menu.Item>
                <Menu.Item
                  color="danger"
                  leftSection={<IconTrash size={18} stroke={1.6} />}
                  onClick={() => setAsking(true)}
                >
                  {to('offline.removeAll')}
                </Menu.Item>
              </CardMenu>
            )}
          />
        )
      }
    >
      {books.length > 0 && <Storage count={books.length} />}
      {books.length === 0 && (
        <NoticePage level={2} icon={<IconDeviceMobileDown size={34} stroke={1.5} />} title={to('offline.empty')}>
          {canDownload() ? to('offline.emptyText') : to('offline.needsHttps')}
        </NoticePage>
      )}
      <ul className={classes.list} aria-label={t('offline.available')}>
        {books.map(record => (
          <DownloadRow key={record.book.id} record={record} />
        ))}
      </ul>
      <UnsentPart />
      <ConfirmDialog
        opened={asking}
        title={to('offline.removeAllTitle')}
        confirmLabel={to('offline.removeAll')}
        pending={false}
        error={null}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          void removeAll()
        }}
      >
        {to('offline.removeAllText')}
      </ConfirmDialog>
    </Page>
  )
}

function Storage({ count }: { readonly count: number }) {
  const { data } = useQuery({
    queryKey: ['device', 'storage', count],
    queryFn: async () => {
      const { usage = 0, quota = 0 } = await navigator.storage.estimate()
      return { usage, free: Math.max(0, quota - usage), persisted: await navigator.storage.persisted() }
    },
  })
  return (
    <p className={classes.said}>
      {data && to('offline.storage', { used: formatSize(data.usage), free: formatSize(data.free) })}
      {data && !data.persisted && ` · ${to('offline.device')}`}
    </p>
  )
}
