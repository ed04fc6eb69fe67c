import { t } from '../messages'
import classes from './technical-detail.module.css'

/** The server's own words, which are English: for a bug report. */
export function TechnicalDetail({ children }: { readonly children: string }) {
  return (
    <details className={classes.detail}>
      <summary className={classes.summary}>{t('error.technical')}</summary>
      <code className={classes.words}>{children}</code>
    </details>
  )
}
