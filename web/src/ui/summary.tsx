import { LongText } from './long-text'
import classes from './summary.module.css'

/** A description. HTML from files is shown as plain text. */
export function Summary({ text }: { readonly text: string }) {
  return (
    <div className={classes.summary}>
      <LongText text={text} lines={4} className={classes.text} />
    </div>
  )
}
