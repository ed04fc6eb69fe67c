import { MOST_DOWNLOADS } from '@octavo/contract/download-count'
import {
  IconBookmark,
  IconCheck,
  IconCircleDashed,
  IconDownload,
  IconFileExport,
  IconFolderSymlink,
  IconPencil,
  IconPlaylistAdd,
  IconStar,
  IconX,
} from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { addressOf } from '../../../api/client'
import { t } from '../../../messages'
import floating from '../../../ui/floating-bar.module.css'
import { IconButton } from '../../../ui/icon-button'
import { useRootAttribute } from '../../../ui/use-root-attribute'
import { useMay } from '../../auth'
import { useAddToList } from '../../curated-lists'
import { BulkDialog } from '../../editing'
import { useRateSome } from '../../external/use-rate-some'
import { useMarkMany } from '../../progress'
import { useMoveBooks } from '../../regrouping'
import { wantMany } from '../../want-to-read/want-many'
import { useMayWriteBack, WriteBackDialog } from '../../write-back'
import { tl } from '../messages'
import type { ListKind } from '../question/question'
import classes from './selection-bar.module.css'

type Props = {
  readonly kind: ListKind
  readonly ids: ReadonlySet<string>
  /** The list of the selection in request format, and its length. */
  readonly filter: object
  readonly total: number | null
  readonly onClear: () => void
}

/** Actions on all selected items. */
export default function SelectionBar({ kind, ids, filter, total, onClear }: Props) {
  const may = useMay(kind === 'books' ? 'books-write' : 'series-write')
  const [editing, setEditing] = useState(false)
  const said = (how: 'read' | 'unread') =>
    tl(how === 'read' ? 'selection.markedRead' : 'selection.markedUnread', { count: ids.size })
  useRootAttribute('data-floating', '')
  const [writing, setWriting] = useState(false)
  const mayWrite = useMayWriteBack()
  const rating = useRateSome(kind, [...ids])
  const lists = useAddToList({ items: kind, ids: [...ids] })
  const move = useMoveBooks([...ids], onClear)
  const mark = useMarkMany(kind, said, [...ids], onClear)
  return (
    <section className={`${floating.bar} ${classes.bar}`} aria-label={tl('selection.label')} aria-busy={mark.isPending}>
      <IconButton label={tl('selection.clear')} onClick={onClear}>
        <IconX size={19} stroke={1.8} />
      </IconButton>
      <span className={classes.count} role="status">
        {tl('selection.count', { count: ids.size })}
      </span>
      <button type="button" data-mark disabled={mark.isPending} onClick={() => mark.mutate('read')}>
        <IconCheck size={18} stroke={1.9} aria-hidden />
        <span>{tl('selection.markRead')}</span>
      </button>
      <button type="button" data-mark disabled={mark.isPending} onClick={() => mark.mutate('unread')}>
        <IconCircleDashed size={18} stroke={1.9} aria-hidden />
        <span>{tl('selection.markUnread')}</span>
      </button>
      <IconButton label={t('wantToRead.add')} onClick={() => void wantMany(kind, [...ids])}>
        <IconBookmark size={19} stroke={1.7} />
      </IconButton>
      <IconButton label={t('action.rate')} onClick={rating.ask}>
        <IconStar size={19} stroke={1.7} />
      </IconButton>
      {rating.dialog}
      {may && (
        <IconButton label={tl('selection.edit')} onClick={() => setEditing(true)}>
          <IconPencil size={19} stroke={1.7} />
        </IconButton>
      )}
      {editing && (
        <Suspense>
          <BulkDialog chosen={{ kind, ids, filter, total }} onClose={() => setEditing(false)} />
        </Suspense>
      )}
      {lists.ask && (
        <IconButton label={t('action.addToList')} onClick={lists.ask}>
          <IconPlaylistAdd size={19} stroke={1.7} />
        </IconButton>
      )}
      {lists.dialog}
      {kind === 'books' && move.ask && (
        <IconButton label={t('books.moveToSeries')} onClick={move.ask}>
          <IconFolderSymlink size={19} stroke={1.7} />
        </IconButton>
      )}
      {move.dialog}
      {ids.size <= MOST_DOWNLOADS && (
        <IconButton label={tl('selection.download')} href={downloadOf(kind, ids)} download>
          <IconDownload size={19} stroke={1.8} />
        </IconButton>
      )}
      {mayWrite && ids.size <= MOST_DOWNLOADS && (
        <IconButton label={tl('selection.writeToFiles')} onClick={() => setWriting(true)}>
          <IconFileExport size={19} stroke={1.8} />
        </IconButton>
      )}
      {writing && (
        <Suspense>
          <WriteBackDialog
            subject={kind === 'books' ? { bookIds: [...ids] } : { seriesIds: [...ids] }}
            onClose={() => setWriting(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** Downloads the selection as one zip. */
function downloadOf(kind: ListKind, ids: ReadonlySet<string>): string {
  const chosen = [...ids]
  return addressOf('/api/v1/books/download', { query: kind === 'books' ? { bookIds: chosen } : { seriesIds: chosen } })
}
