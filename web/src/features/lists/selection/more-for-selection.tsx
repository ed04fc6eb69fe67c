import { MOST_DELETED } from '@octavo/contract/deletion-count'
import { MOST_DOWNLOADS } from '@octavo/contract/download-count'
import { IconArrowMerge, IconDownload, IconFileExport, IconFolderSymlink, IconTrash } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { addressOf } from '../../../api/client'
import { t } from '../../../messages'
import { CardMenu } from '../../../ui/card-menu'
import { MoreButton } from '../../../ui/more-button'
import { useMay } from '../../auth'
import { useRateSome } from '../../external/use-rate-some'
import { DeleteFilesDialog, useDeletesFiles } from '../../file-deletion'
import { MOST_MERGED, MOST_MOVED, useMergeSelected, useMoveBooks } from '../../regrouping'
import { useMayWriteBack, WriteBackDialog } from '../../write-back'
import { tl } from '../messages'
import type { ListKind } from '../question/question'
import { BoundedItem } from './bounded-item'

type Props = { readonly kind: ListKind; readonly ids: readonly string[]; readonly onClear: () => void }

/** The menu of less frequent actions on a selection. */
export function MoreForSelection({ kind, ids, onClear }: Props) {
  const [opened, setOpened] = useState<'write' | 'delete' | null>(null)
  const close = () => setOpened(null)
  const mayWrite = useMayWriteBack()
  const mayDelete = useMay(kind === 'books' ? 'books-delete' : 'series-delete')
  const deletesFiles = useDeletesFiles(mayDelete)
  const rating = useRateSome(kind, ids)
  const move = useMoveBooks(ids, onClear)
  const merge = useMergeSelected(ids, onClear)
  const label = t('action.moreActions')
  const count = ids.length
  return (
    <>
      <MoreButton
        label={label}
        menu={state => (
          <CardMenu label={label} {...state}>
            {rating.item}
            {kind === 'books' && move.ask && (
              <BoundedItem
                label={t('books.moveToSeries')}
                icon={IconFolderSymlink}
                {...{ count, most: MOST_MOVED, onClick: move.ask }}
              />
            )}
            {kind === 'series' && merge.ask && (
              <BoundedItem
                label={tl('selection.merge')}
                icon={IconArrowMerge}
                {...{ count, most: MOST_MERGED, onClick: merge.ask }}
              />
            )}
            <BoundedItem
              label={tl('selection.download')}
              icon={IconDownload}
              {...{ count, most: MOST_DOWNLOADS, download: () => downloadOf(kind, ids) }}
            />
            {mayWrite && (
              <BoundedItem
                label={t('action.writeToFiles')}
                icon={IconFileExport}
                {...{ count, most: MOST_DOWNLOADS, onClick: () => setOpened('write') }}
              />
            )}
            {mayDelete && deletesFiles && (
              <BoundedItem
                label={t('series.deleteFiles')}
                icon={IconTrash}
                danger
                {...{ count, most: MOST_DELETED[kind], onClick: () => setOpened('delete') }}
              />
            )}
          </CardMenu>
        )}
      />
      {rating.dialog}
      {move.dialog}
      {merge.dialog}
      {opened && (
        <Suspense>
          {opened === 'write' ? (
            <WriteBackDialog subject={kind === 'books' ? { bookIds: ids } : { seriesIds: ids }} onClose={close} />
          ) : (
            <DeleteFilesDialog
              of={kind}
              ids={ids}
              onDone={() => {
                close()
                onClear()
              }}
              onClose={close}
            />
          )}
        </Suspense>
      )}
    </>
  )
}

/** Downloads the selection as one zip. */
function downloadOf(kind: ListKind, ids: readonly string[]): string {
  const chosen = [...ids]
  return addressOf('/api/v1/books/download', { query: kind === 'books' ? { bookIds: chosen } : { seriesIds: chosen } })
}
