import type { RegroupingPreview } from '../../api/types'
import { formatNumber } from '../../messages'
import { ta } from '../admin/messages'
import classes from './merge-dialog.module.css'

type Counts = RegroupingPreview['passesOn']
const otherLast = (counts: Counts): Counts =>
  counts.toSorted((a, b) => Number(a.what === 'other') - Number(b.what === 'other'))

/** Both may be in the same list: nothing of it is lost. */
const isOfLists = (what: Counts[number]['what']) => what === 'lists' || what === 'wantToRead'

/** Data of readers and editors that passes on to the heir. */
export function PassesOn({ counts }: { readonly counts: Counts }) {
  return (
    <section aria-label={ta('duplicates.passesOn')}>
      <h3 className={classes.title}>{ta('duplicates.passesOn')}</h3>
      <ul className={classes.list}>
        {otherLast(counts).map(({ what, moved, dropped }) => (
          <li key={what}>
            <span>{ta(`duplicates.what.${what}`)}</span>
            <span>{formatNumber(moved)}</span>
            {dropped > 0 && (
              <small>{ta(`duplicates.${isOfLists(what) ? 'alreadyThere' : 'dropped'}`, { count: dropped })}</small>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
