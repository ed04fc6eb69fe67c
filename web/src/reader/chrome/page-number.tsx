import { tr } from '../messages'
import classes from './bars.module.css'

type Props = {
  /** 0-based. */
  readonly page: number
  readonly total: number
  readonly onGoTo: () => void
}

/** The current page and the total; a click opens “Go to page”. */
export function PageNumber({ page, total, onGoTo }: Props) {
  const count = tr('count', { page: page + 1, total })
  return (
    <button type="button" className={classes.count} onClick={onGoTo} aria-label={`${count}, ${tr('keys.goTo')}`}>
      {count}
    </button>
  )
}
