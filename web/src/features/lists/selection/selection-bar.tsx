import { IconCheck, IconCircleDashed, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { t } from '../../../messages'
import { IconButton } from '../../../ui/icon-button'
import { toast } from '../../../ui/toast'
import { freshenProgress } from '../../progress'
import { tl } from '../messages'
import type { ListKind } from '../question/question'
import { markAll } from './mark-all'
import classes from './selection-bar.module.css'

type Props = { readonly kind: ListKind; readonly ids: ReadonlySet<string>; readonly onClear: () => void }

/** What can be done with everything that is chosen. */
export default function SelectionBar({ kind, ids, onClear }: Props) {
  const mark = useMutation({
    mutationFn: (how: 'read' | 'unread') => markAll(kind, [...ids], how),
    onSuccess: (failed, how) => {
      freshenProgress()
      const count = ids.size - failed
      if (failed > 0) toast({ message: tl('selection.failed', { count: failed }), tone: 'bad' })
      if (count > 0)
        toast({ message: tl(how === 'read' ? 'selection.markedRead' : 'selection.markedUnread', { count }) })
      onClear()
    },
  })
  return (
    <section className={classes.bar} aria-label={tl('selection.label')}>
      <IconButton label={tl('selection.clear')} onClick={onClear}>
        <IconX size={19} stroke={1.8} />
      </IconButton>
      <span className={classes.count} role="status">
        {tl('selection.count', { count: ids.size })}
      </span>
      <button type="button" disabled={mark.isPending} onClick={() => mark.mutate('read')}>
        <IconCheck size={18} stroke={1.9} />
        <span>{t('progress.markRead')}</span>
      </button>
      <button type="button" disabled={mark.isPending} onClick={() => mark.mutate('unread')}>
        <IconCircleDashed size={18} stroke={1.9} />
        <span>{t('progress.markUnread')}</span>
      </button>
    </section>
  )
}
