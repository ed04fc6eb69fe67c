import { t } from '../messages'
import classes from './technical-detail.module.css'

/** The server's own words, which are English: for a bug report. */
export function TechnicalDetail({ children }: { readonly children: string }) {
  return (
    <details className={classes.detail}>
      <summary>{t('error.technical')}</summary>
      <code>{children}</code>
    </details>
  )
}
