import { IconEye } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useNow } from '../../ui/use-now'
import classes from './bar.module.css'
import { tw } from './messages'
import { endSeeing } from './seeing'

type Props = { readonly name: string; readonly endsAt: string }

/** As whom everything is seen, how long still, and the way back. */
export function Bar({ name, endsAt }: Props) {
  const left = Date.parse(endsAt) - useNow(1000)
  const isOver = left <= 0
  useEffect(() => {
    document.documentElement.dataset.seen = 'true'
    return () => {
      delete document.documentElement.dataset.seen
    }
  }, [])
  useEffect(() => {
    if (isOver) void endSeeing()
  }, [isOver])
  return (
    <aside className={classes.bar} aria-label={tw('seeing.region')}>
      <IconEye size={18} stroke={1.8} aria-hidden />
      <strong className={classes.name}>{tw('seeing.as', { name })}</strong>
      <span className={classes.more}>{tw('seeing.only')}</span>
      <span className={classes.left}>{tw('seeing.left', { count: Math.max(0, Math.ceil(left / 60_000)) })}</span>
      <button type="button" className={classes.end} onClick={() => void endSeeing()}>
        {tw('seeing.end')}
      </button>
    </aside>
  )
}
