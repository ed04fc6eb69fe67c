import { belowBase } from '../../api/base-path'
import { t } from '../../messages'
import { CopyLine } from '../../ui/copy-line'
import classes from './reading-apps.module.css'

/** What to type into a reading app, with the addresses of this server. */
export function ReadingApps({ username }: { readonly username: string }) {
  return (
    <div className={classes.apps}>
      <CopyLine label={t('apps.opds')} text={`${location.origin}${belowBase('/opds/v1/catalog')}`} />
      <CopyLine label={t('apps.opds2')} text={`${location.origin}${belowBase('/opds/v2')}`} />
      <CopyLine label={t('auth.username')} text={username} />
      <p className={classes.hint}>{t('apps.password')}</p>
    </div>
  )
}
