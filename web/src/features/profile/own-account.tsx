import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { UserInfo } from '../../api/types'
import { t } from '../../messages'
import { errorAt } from '../../ui/error-sentence'
import { Facts } from '../../ui/facts'
import { toast } from '../../ui/toast'
import { tk } from '../auth/messages'
import { type Confirmed, CredentialDialog } from './credential-dialog'

type Props = { readonly user: UserInfo; readonly hasPassword: boolean }

/** The user's name and e-mail address. */
export function OwnAccount({ user, hasPassword }: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Facts
        facts={[
          { name: t('auth.username'), value: user.username },
          { name: t('auth.email'), value: user.email, wide: true },
        ]}
      />
      <Button variant="default" mt="md" onClick={() => setOpened(true)}>
        {tk('account.editDetails')}
      </Button>
      {opened && <EditAccount user={user} hasPassword={hasPassword} onClose={() => setOpened(false)} />}
    </>
  )
}

const FIELDS = ['username', 'email'] as const

function EditAccount({ user, hasPassword, onClose }: Props & { readonly onClose: () => void }) {
  const [username, setUsername] = useState(user.username)
  const [email, setEmail] = useState(user.email)
  const save = useMutation({
    mutationFn: ({ password }: Confirmed) =>
      api.patch('/api/v1/user', {
        body: { username, email, ...(password !== undefined && { currentPassword: password }) },
        impatient: true,
      }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.me })
      toast({ message: tk('account.detailsChanged') })
      onClose()
    },
  })
  return (
    <CredentialDialog
      title={tk('account.editDetails')}
      label={t('action.save')}
      asksPassword={hasPassword}
      error={save.error}
      fields={FIELDS}
      pending={save.isPending}
      onSubmit={confirmed => save.mutate(confirmed)}
      onClose={onClose}
    >
      <TextInput
        label={t('auth.username')}
        name="username"
        autoComplete="username"
        required
        data-autofocus
        maxLength={100}
        error={errorAt(save.error, 'username')}
        value={username}
        onChange={event => setUsername(event.currentTarget.value)}
      />
      <TextInput
        label={t('auth.email')}
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        error={errorAt(save.error, 'email')}
        value={email}
        onChange={event => setEmail(event.currentTarget.value)}
      />
    </CredentialDialog>
  )
}
