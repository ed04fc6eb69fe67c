import { Button } from '@mantine/core'
import { t } from '../../messages'
import { CopyLine } from '../../ui/copy-line'
import classes from './api-keys.module.css'

type Props = { readonly name: string; readonly secret: string; readonly onDone: () => void }

/** The secret of a key, this once. */
export function NewKey({ name, secret, onDone }: Props) {
  const curl = `curl -H "X-API-Key: ${secret}" ${location.origin}/api/v1/books`
  return (
    <section className={classes.fresh} role="status" aria-label={t('apiKeys.fresh', { name })}>
      <h3 className={classes.freshTitle}>{t('apiKeys.fresh', { name })}</h3>
      <p>{t('apiKeys.freshText')}</p>
      <CopyLine label={t('apiKeys.secret')} text={secret} />
      <CopyLine label={t('apiKeys.try')} text={curl} />
      <Button variant="default" onClick={onDone}>
        {t('apiKeys.kept')}
      </Button>
    </section>
  )
}
