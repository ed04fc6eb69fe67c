import { tr } from '../messages'
import classes from './note.module.css'

type Props = {
  /** "Page 42", "Chapter 3, 40 %". */
  readonly where: string
  readonly onGo: () => void
  readonly onStay: () => void
}

/** Another device has read on: offers its place. */
export function OfferNote({ where, onGo, onStay }: Props) {
  return (
    <section className={classes.offer} aria-label={tr('offer.label')}>
      <p className={classes.text} role="status">
        {tr('offer.text', { where })}
      </p>
      <div className={classes.actions}>
        <button type="button" className={classes.stay} onClick={onStay}>
          {tr('offer.stay')}
        </button>
        <button type="button" className={classes.go} onClick={onGo}>
          {tr('offer.go')}
        </button>
      </div>
    </section>
  )
}
