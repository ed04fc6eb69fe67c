import '../../ui/fields.css'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { t } from '../../messages'
import { AccountFields, accountFieldNames, isComplete, noAccount } from '../../ui/account-fields'
import { Callout } from '../../ui/callout'
import { errorElsewhere } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { createAdmin } from './setup.queries'

type Props = { readonly token: string | undefined; readonly onDone: () => void }

export function AdminForm({ token, onDone }: Props) {
  const [account, setAccount] = useState(noAccount)
  const [tried, setTried] = useState(false)
  const create = useMutation({ mutationFn: () => createAdmin(account, token), onSuccess: onDone })

  const elsewhere = errorElsewhere(create.error, accountFieldNames)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isComplete(account)) create.mutate()
  }
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      {elsewhere && (
        <Callout alert tone="bad" icon={<IconAlertTriangle size={20} stroke={1.7} />} title={t('setup.failed')}>
          {elsewhere}
        </Callout>
      )}
      <AccountFields account={account} tried={tried} error={create.error} onChange={setAccount} />
      <Button type="submit" size="md" fullWidth mt="xs" loading={create.isPending}>
        {t('setup.create')}
      </Button>
    </form>
  )
}
