import '../../ui/fields.css'
import { Button, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { InitializeSetupRequest } from '../../api/types'
import { t } from '../../messages'
import { Callout } from '../../ui/callout'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { NewPassword } from '../../ui/new-password'
import { looksLikeEmail, unmetRules } from '../../ui/password.rules'
import { createAdmin } from './setup.queries'

type Props = { readonly token: string | undefined; readonly onDone: () => void }

export function AdminForm({ token, onDone }: Props) {
  const [account, setAccount] = useState<InitializeSetupRequest>({ username: '', email: '', password: '' })
  const [tried, setTried] = useState(false)
  const create = useMutation({ mutationFn: () => createAdmin(account, token), onSuccess: onDone })
  const unmet = unmetRules(account.password)
  const badEmail = !looksLikeEmail(account.email)
  const set = (part: Partial<InitializeSetupRequest>) => setAccount({ ...account, ...part })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (account.username.trim() && !badEmail && unmet.length === 0) create.mutate()
  }
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      {create.error && (
        <Callout alert tone="bad" icon={<IconAlertTriangle size={20} stroke={1.7} />} title={t('setup.failed')}>
          {errorSentence(create.error)}
        </Callout>
      )}
      <TextInput
        label={t('auth.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        autoFocus
        error={tried && !account.username.trim() ? t('setup.needUsername') : null}
        value={account.username}
        onChange={event => set({ username: event.currentTarget.value })}
      />
      <TextInput
        label={t('auth.email')}
        name="email"
        type="email"
        autoComplete="email"
        required
        error={tried && badEmail ? t('setup.needEmail') : null}
        value={account.email}
        onChange={event => set({ email: event.currentTarget.value })}
      />
      <NewPassword
        label={t('auth.password')}
        value={account.password}
        tried={tried}
        onChange={password => set({ password })}
      />
      <Button type="submit" size="md" fullWidth mt="xs" loading={create.isPending}>
        {t('setup.create')}
      </Button>
    </form>
  )
}
