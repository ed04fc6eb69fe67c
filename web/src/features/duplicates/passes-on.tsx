import type { RegroupingPreview } from '../../api/types'
import { ta } from '../admin/messages'
import classes from './merge-dialog.module.css'

/** Data of readers and editors that passes on to the heir. */
export function PassesOn({ counts }: { readonly counts: RegroupingPreview['passesOn'] }) {
  return (
    <section aria-label={ta('duplicates.passesOn')}>
      <h3 className={classes.title}>{ta('duplicates.passesOn')}</h3>
      <ul className={classes.list}>
        {counts.map(({ what, moved, dropped }) => (
          <li key={what}>
            <span>{ta(`duplicates.what.${what}`)}</span>
            <span>
              {moved}
              {dropped > 0 && <small> {ta('duplicates.dropped', { count: dropped })}</small>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
