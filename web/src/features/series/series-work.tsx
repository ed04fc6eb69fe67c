import { Menu } from '@mantine/core'
import { IconEyeOff, IconPencil, IconRefresh, IconTextSpellcheck, IconTrash } from '@tabler/icons-react'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import type { SeriesDto } from '../../api/types'
import { t } from '../../messages'
import { useMay } from '../auth'
import { useEditing } from '../editing'
import { DeleteFilesDialog, SeriesTitleDialog, useDeletesFiles } from '../file-deletion'
import { SeriesTagsDialog } from '../people'
import { useRegroupSeries } from '../regrouping'
import { useWriteBack } from '../write-back'
import { useScanSeries } from './scan-series'

interface SeriesWork {
  readonly edit: ReactNode
  readonly items: ReactNode
  readonly dialog: ReactNode
}

/** Maintenance actions of a series as menu items, and the open dialog. */
export function useSeriesWork(series: SeriesDto): SeriesWork {
  const mayScan = useMay('libraries-write')
  const scan = useScanSeries(series.id)
  const mayTitle = useMay('series-write')
  const mayDelete = useMay('series-delete')
  const mayShare = useMay('system-admin')
  const deletesFiles = useDeletesFiles(mayDelete)
  const editing = useEditing({ subject: 'series', id: series.id, title: series.title })
  const [opened, setOpened] = useState<'title' | 'files' | 'tags' | null>(null)
  const writeBack = useWriteBack(series.libraryId, { name: series.title, seriesIds: [series.id] })
  const regrouping = useRegroupSeries(series)
  const navigate = useNavigate()
  const onItsPage = useRouterState({ select: state => state.location.pathname === `/series/${series.id}` })
  const close = () => setOpened(null)
  const leave = () => {
    close()
    if (onItsPage)
      void navigate({ to: '/libraries/$libraryId', params: { libraryId: series.libraryId }, replace: true })
  }
  return {
    edit: editing.ask && (
      <Menu.Item leftSection={<IconPencil size={18} stroke={1.6} />} onClick={editing.ask}>
        {t('action.edit')}
      </Menu.Item>
    ),
    items: (
      <>
        {mayScan && (
          <Menu.Item leftSection={<IconRefresh size={18} stroke={1.6} />} onClick={() => scan.mutate()}>
            {t('series.scan')}
          </Menu.Item>
        )}
        {mayTitle && (
          <Menu.Item leftSection={<IconTextSpellcheck size={18} stroke={1.6} />} onClick={() => setOpened('title')}>
            {t('series.titleByRules')}
          </Menu.Item>
        )}
        {mayShare && (
          <Menu.Item leftSection={<IconEyeOff size={18} stroke={1.6} />} onClick={() => setOpened('tags')}>
            {t('series.share')}
          </Menu.Item>
        )}
        {regrouping.items}
        {writeBack.item}
        {mayDelete && deletesFiles && (
          <Menu.Item
            color="danger"
            leftSection={<IconTrash size={18} stroke={1.6} />}
            onClick={() => setOpened('files')}
          >
            {t('series.deleteFiles')}
          </Menu.Item>
        )}
      </>
    ),
    dialog:
      editing.dialog ||
      writeBack.dialog ||
      regrouping.dialog ||
      (opened && (
        <Suspense>
          {opened === 'tags' ? (
            <SeriesTagsDialog series={series} onClose={close} />
          ) : opened === 'files' ? (
            <DeleteFilesDialog name={series.title} of="series" ids={[series.id]} onDone={leave} onClose={close} />
          ) : (
            <SeriesTitleDialog series={series} onClose={close} />
          )}
        </Suspense>
      )),
  }
}
