import {
  IconBookmark,
  IconBookmarkOff,
  IconCheck,
  IconCircleDashed,
  IconPencil,
  IconPlaylistAdd,
  IconX,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, Suspense, useEffect, useState } from 'react'
import { t } from '../../../messages'
import floating from '../../../ui/floating-bar.module.css'
import { FLOATS, leaveFloating, toFloating } from '../../../ui/floating-keys'
import { IconButton } from '../../../ui/icon-button'
import { useRootAttribute } from '../../../ui/use-root-attribute'
import { useMay } from '../../auth'
import { useAddToList } from '../../curated-lists'
import { BulkDialog } from '../../editing'
import { useMarkMany } from '../../progress'
import { wantedIdsQuery, wantMany, wantNoMore } from '../../want-to-read/want-many'
import { tl } from '../messages'
import type { ListKind } from '../question/question'
import { MoreForSelection } from './more-for-selection'
import classes from './selection-bar.module.css'

type Props = {
  readonly kind: ListKind
  readonly ids: ReadonlySet<string>
  /** The list of the selection in request format, and its length. */
  readonly filter: object
  readonly total: number | null
  /** Whether F6 was pressed before the bar was there. */
  readonly isReached: RefObject<boolean>
  readonly onClear: () => void
}

/** Actions on all selected items: the most frequent ones, and a menu of the others. */
export default function SelectionBar({ kind, ids, filter, total, isReached, onClear }: Props) {
  const may = useMay(kind === 'books' ? 'books-write' : 'series-write')
  const [editing, setEditing] = useState(false)
  const said = (how: 'read' | 'unread') =>
    tl(how === 'read' ? 'selection.markedRead' : 'selection.markedUnread', { count: ids.size })
  useRootAttribute('data-floating', '')
  useEffect(() => {
    if (isReached.current) toFloating()
  }, [isReached])
  // Its buttons disappear with the selection.
  useEffect(() => () => void setTimeout(() => document.activeElement === document.body && leaveFloating()), [])
  const chosen = [...ids]
  const lists = useAddToList({ items: kind, ids: chosen })
  const mark = useMarkMany(kind, said, chosen, onClear)
  const wanted = useQuery(wantedIdsQuery(kind)).data
  const allWanted = wanted !== undefined && chosen.every(id => wanted.has(id))
  return (
    <section
      {...FLOATS}
      className={`${floating.bar} ${classes.bar}`}
      aria-label={tl('selection.label')}
      aria-busy={mark.isPending}
    >
      <IconButton label={tl('selection.clear')} onClick={onClear}>
        <IconX size={19} stroke={1.8} />
      </IconButton>
      <span className={classes.count} role="status">
        {tl('selection.count', { count: ids.size })}
        <span className={classes.hidden}>{tl('selection.reach')}</span>
        <kbd className={floating.key} aria-hidden>
          F6
        </kbd>
      </span>
      <button type="button" data-mark disabled={mark.isPending} onClick={() => mark.mutate('read')}>
        <IconCheck size={18} stroke={1.9} aria-hidden />
        <span>{tl('selection.markRead')}</span>
      </button>
      <button type="button" data-mark disabled={mark.isPending} onClick={() => mark.mutate('unread')}>
        <IconCircleDashed size={18} stroke={1.9} aria-hidden />
        <span>{tl('selection.markUnread')}</span>
      </button>
      {allWanted ? (
        <IconButton label={t('wantToRead.remove')} onClick={() => void wantNoMore(kind, chosen)}>
          <IconBookmarkOff size={19} stroke={1.7} />
        </IconButton>
      ) : (
        <IconButton label={t('wantToRead.add')} onClick={() => void wantMany(kind, chosen)}>
          <IconBookmark size={19} stroke={1.7} />
        </IconButton>
      )}
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
      <MoreForSelection kind={kind} ids={chosen} onClear={onClear} />
    </section>
  )
}
