import { Sheet } from '../chrome/sheet'
import { tr } from '../messages'
import classes from './small-sheets.module.css'

/** An external link of the book: shown before it is followed. */
export function AwaySheet({ url, onClose }: { readonly url: string; readonly onClose: () => void }) {
  return (
    <Sheet title={tr('external')} place="middle" onClose={onClose}>
      <p className={classes.text}>{tr('external.text')}</p>
      <p className={classes.url}>{url}</p>
      <a className={classes.go} href={url} target="_blank" rel="noopener noreferrer" onClick={onClose} data-first-focus>
        {tr('external.open')}
      </a>
    </Sheet>
  )
}
