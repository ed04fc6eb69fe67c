import '../../ui/fields.css'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { t } from '../../messages'
import { AccountFields, accountFieldNames, isComplete, noAccount } from '../../ui/account-fields'
import { Callout } from '../../ui/callout'
import { errorElsewhere } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { useFirstFault } from '../../ui/use-first-fault'
import { storeTypedAccount, typedAccount } from './before-reload'
import { createAdmin } from './setup.queries'

type Props = { readonly token: string | undefined; readonly onDone: () => void }

export function AdminForm({ token, onDone }: Props) {
  const [account, setAccount] = useState(() => ({ ...noAccount, ...typedAccount() }))
  const [tries, setTries] = useState(0)
  useEffect(() => storeTypedAccount(account), [account])
  const create = useMutation({
    mutationFn: () => createAdmin(account, token),
    onSuccess: () => {
      storeTypedAccount(null)
      onDone()
    },
  })

  const ref = useFirstFault(create.error, tries)
  const elsewhere = errorElsewhere(create.error, accountFieldNames)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTries(tries + 1)
    if (isComplete(account)) create.mutate()
  }
  return (
    <form ref={ref} className={form.form} onSubmit={submit} noValidate>
      {elsewhere && (
        <Callout alert tone="bad" icon={<IconAlertTriangle size={20} stroke={1.7} />} title={t('setup.failed')}>
          {elsewhere}
        </Callout>
      )}
      <AccountFields account={account} tried={tries > 0} error={create.error} onChange={setAccount} />
      <Button type="submit" size="md" fullWidth mt="xs" loading={create.isPending}>
        {t('setup.create')}
      </Button>
    </form>
  )
}
