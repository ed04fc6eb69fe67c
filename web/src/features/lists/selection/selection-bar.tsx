import { IconCheck, IconCircleDashed, IconX } from '@tabler/icons-react'
import floating from '../../../ui/floating-bar.module.css'
import { IconButton } from '../../../ui/icon-button'
import { useMarkMany } from '../../progress'
import { tl } from '../messages'
import type { ListKind } from '../question/question'
import classes from './selection-bar.module.css'

type Props = { readonly kind: ListKind; readonly ids: ReadonlySet<string>; readonly onClear: () => void }

/** What can be done with everything that is chosen. */
export default function SelectionBar({ kind, ids, onClear }: Props) {
  const said = (how: 'read' | 'unread') =>
    tl(how === 'read' ? 'selection.markedRead' : 'selection.markedUnread', { count: ids.size })
  const mark = useMarkMany(kind, said, [...ids], onClear)
  return (
    <section
      className={`${floating.bar} ${classes.bar}`}
      aria-label={tl('selection.label')}
      aria-busy={mark.isPending}
      data-floating
    >
      <IconButton label={tl('selection.clear')} onClick={onClear}>
        <IconX size={19} stroke={1.8} />
      </IconButton>
      <span className={classes.count} role="status">
        {tl('selection.count', { count: ids.size })}
      </span>
      <button type="button" disabled={mark.isPending} onClick={() => mark.mutate('read')}>
        <IconCheck size={18} stroke={1.9} />
        <span>{tl('selection.markRead')}</span>
      </button>
      <button type="button" disabled={mark.isPending} onClick={() => mark.mutate('unread')}>
        <IconCircleDashed size={18} stroke={1.9} />
        <span>{tl('selection.markUnread')}</span>
      </button>
    </section>
  )
}
