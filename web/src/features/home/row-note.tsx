import { t } from '../../messages'
import classes from './row-note.module.css'

type Props = { readonly text: string; readonly onRetry?: () => void }

/** The text of a row without cards. */
export function RowNote({ text, onRetry }: Props) {
  return (
    <p className={classes.note}>
      {text}
      {onRetry && (
        <button type="button" onClick={onRetry}>
          {t('action.retry')}
        </button>
      )}
    </p>
  )
}
