import { Menu } from '@mantine/core'
import { IconCheck, IconDownload, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { addressOf } from '../../api/client'
import type { SeriesDto } from '../../api/types'
import { t } from '../../messages'
import { CardMenu } from '../../ui/card-menu'
import { useAddToList } from '../curated-lists'
import { AddLinkItem } from '../external/add-link-item'
import { useAddLink } from '../external/use-add-link'
import { useRateSome } from '../external/use-rate-some'
import { useOfflineSome } from '../offline/use-offline-some'
import { useMarkSeries } from '../progress'
import { WantedItem } from '../want-to-read/wanted-item'
import { useSeriesWork } from './series-work'

type Props = { readonly series: SeriesDto; readonly opened: boolean; readonly onClose: () => void }

export default function SeriesMenu({ series, opened, onClose }: Props) {
  const more = useSeriesWork(series)
  const lists = useAddToList({ items: 'series', ids: [series.id] })
  const link = useAddLink({ kind: 'series', id: series.id })
  const rating = useRateSome('series', [series.id])
  const offline = useOfflineSome({ kind: 'series', id: series.id, title: series.title })
  return (
    <>
      {more.dialog}
      {lists.dialog}
      {link.dialog}
      {offline.dialog}
      {rating.dialog}
      <CardMenu label={t('card.more', { title: series.title })} opened={opened} onClose={onClose}>
        <SeriesMenuItems series={series} offline={offline.item} rating={rating.item} />
        {more.edit}
        {link.ask && <AddLinkItem onClick={link.ask} />}
        {lists.item}
        {more.items}
      </CardMenu>
    </>
  )
}

type ItemsProps = { readonly series: SeriesDto; readonly offline: ReactNode; readonly rating: ReactNode }

/** In the order of a book's menu. */
function SeriesMenuItems({ series, offline, rating }: ItemsProps) {
  const mark = useMarkSeries(series)
  const unread = series.unreadCount ?? 0
  return (
    <>
      {unread > 0 && (
        <Menu.Item leftSection={<IconCheck size={18} stroke={1.6} />} onClick={() => mark.mutate('read')}>
          {t('progress.markAllRead')}
        </Menu.Item>
      )}
      {unread < series.bookCount && (
        <Menu.Item leftSection={<IconX size={18} stroke={1.6} />} onClick={() => mark.mutate('unread')}>
          {t('progress.markAllUnread')}
        </Menu.Item>
      )}
      {series.bookCount > 0 && offline}
      <WantedItem of={{ kind: 'series', id: series.id, title: series.title }} wanted={series.wantToRead === true} />
      {rating}
      {series.bookCount > 0 && (
        <Menu.Item
          leftSection={<IconDownload size={18} stroke={1.6} />}
          component="a"
          href={addressOf('/api/v1/series/{series_id}/download', { params: { series_id: series.id } })}
          download
        >
          {t('books.download')}
        </Menu.Item>
      )}
    </>
  )
}
