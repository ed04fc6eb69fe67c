import { ts } from './messages'
import classes from './palette-results.module.css'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** Key hints, if there is a keyboard. */
export function PaletteHints() {
  return (
    <div className={classes.hints} aria-hidden>
      <span>
        <kbd>↑</kbd>
        <kbd>↓</kbd> {ts('search.hint.choose')}
      </span>
      <span>
        <kbd>↵</kbd> {ts('search.hint.open')}
      </span>
      <span>
        <kbd>{isApple ? '⌘' : 'Ctrl'}</kbd>
        <kbd>↵</kbd> {ts('search.hint.tab')}
      </span>
      <span>
        <kbd>Esc</kbd> {ts('search.hint.close')}
      </span>
    </div>
  )
}
