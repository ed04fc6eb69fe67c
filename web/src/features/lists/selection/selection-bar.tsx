import {
  IconBookmark,
  IconBookmarkOff,
  IconCheck,
  IconChecks,
  IconCircleDashed,
  IconPencil,
  IconPlaylistAdd,
  IconX,
} from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '../../../messages'
import { errorSentence } from '../../../ui/error-sentence'
import floating from '../../../ui/floating-bar.module.css'
import { FLOATS, leaveFloating, toFloating } from '../../../ui/floating-keys'
import { IconButton } from '../../../ui/icon-button'
import { toast } from '../../../ui/toast'
import { useRootAttribute } from '../../../ui/use-root-attribute'
import { useMay } from '../../auth'
import { useAddToList } from '../../curated-lists'
import { BulkDialog } from '../../editing'
import { useMarkMany } from '../../progress'
import { wantedIdsQuery, wantMany, wantNoMore } from '../../want-to-read/want-many'
import type { List } from '../list.queries'
import { listBody } from '../list-state'
import { tl } from '../messages'
import type { ListKind } from '../question/question'
import { MoreForSelection } from './more-for-selection'
import { firstIds, MOST_SELECTED } from './select-all'
import classes from './selection-bar.module.css'

const SELECT_ALL = 'select-all'

type Props = {
  readonly kind: ListKind
  readonly ids: ReadonlySet<string>
  /** The list of the selection, and its length. */
  readonly list: List
  readonly total: number | null
  /** Whether F6 was pressed before the bar was there. */
  readonly isReached: RefObject<boolean>
  readonly onSelect: (ids: ReadonlySet<string>) => void
  readonly onClear: () => void
}

/** Actions on all selected items: the most frequent ones, and a menu of the others. */
export default function SelectionBar({ kind, ids, list, total, isReached, onSelect, onClear }: Props) {
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
  const all = useSelectAll(list, total, ids, onSelect)
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
      {all.label !== null && (
        <button type="button" data-mark id={SELECT_ALL} onClick={all.select}>
          <IconChecks size={18} stroke={1.9} aria-hidden />
          <span>{all.label}</span>
        </button>
      )}
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
          <BulkDialog chosen={{ kind, ids, filter: selectionOf(list), total }} onClose={() => setEditing(false)} />
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

/** Selects the whole list, or its first items, also by Ctrl+A or Cmd+A. No label if all of them are selected. */
function useSelectAll(list: List, total: number | null, ids: ReadonlySet<string>, onSelect: Props['onSelect']) {
  // The bar disappears with the selection, such as that of another list.
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const { mutate } = useMutation({
    mutationFn: () => firstIds(list),
    onSuccess: found => {
      if (!isShown.current) return
      // The button disappears: the focus goes to the first one.
      const button = document.activeElement
      if (button?.id === SELECT_ALL) button.parentElement?.querySelector('button')?.focus()
      onSelect(new Set(found))
    },
    onError: error => toast({ message: errorSentence(error), tone: 'bad' }),
  })
  const isOffered = total !== null && ids.size < Math.min(total, MOST_SELECTED)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isKey = event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)
      if (!isKey || event.altKey || event.shiftKey) return
      const target = event.target as HTMLElement
      if (target.closest('input,textarea,select,[role=menu],[role=dialog]')) return
      event.preventDefault()
      if (isOffered) mutate()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [isOffered, mutate])
  const isWhole = total !== null && total <= MOST_SELECTED
  const label = isWhole ? tl('selection.all') : tl('selection.first', { count: MOST_SELECTED })
  return { label: isOffered ? label : null, select: () => mutate() }
}

/** All items of a list as a bulk edit selection. */
function selectionOf({ libraryId, condition, text }: List): object {
  const body = listBody(libraryId, condition, text)
  return Object.keys(body).length === 0 ? { all: true } : body
}
