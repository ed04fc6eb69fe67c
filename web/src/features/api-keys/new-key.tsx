import { Button } from '@mantine/core'
import { addressOf } from '../../api/client'
import { CopyLine } from '../../ui/copy-line'
import form from '../../ui/form.module.css'
import { tq } from './messages'

type Props = { readonly secret: string; readonly onDone: () => void }

/** The secret of a key, shown once. */
export function NewKey({ secret, onDone }: Props) {
  const curl = `curl -H "X-API-Key: ${secret}" ${location.origin}${addressOf('/api/v1/books')}`
  return (
    <div className={form.form}>
      <p role="status">{tq('apiKeys.readyText')}</p>
      <CopyLine label={tq('apiKeys.secret')} text={secret} />
      <CopyLine label={tq('apiKeys.try')} text={curl} />
      <div className={form.buttons}>
        <Button onClick={onDone}>{tq('apiKeys.done')}</Button>
      </div>
    </div>
  )
}
