import { formatNumber } from '../../messages'
import { ts } from './messages'
import classes from './search-page.module.css'

type Props = {
  readonly id: string
  readonly title: string
  readonly shown: number
  readonly total: number
  readonly isExact: boolean
  readonly onAll: () => void
}

/** The name of a kind, its number of hits, and a link to all of them. */
export function SectionHead({ id, title, shown, total, isExact, onAll }: Props) {
  return (
    <div className={classes.head}>
      <h2 id={id} className={classes.name}>
        {title}{' '}
        <span className={classes.count}>{isExact ? formatNumber(total) : ts('search.more', { count: total })}</span>
      </h2>
      {(shown < total || !isExact) && (
        <button type="button" className={classes.all} onClick={onAll}>
          {ts('search.all')}
        </button>
      )}
    </div>
  )
}
