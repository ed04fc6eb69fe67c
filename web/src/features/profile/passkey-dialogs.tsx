import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PasskeyDto } from '../../api/types'
import { toast } from '../../ui/toast'
import { tk } from '../auth/messages'
import { passkeyProblem } from '../auth/passkey-browser'
import { CredentialDialog } from './credential-dialog'
import { nameOf, sessionsQuery } from './devices'
import { useAddPasskey, useRemovePasskey, useRenamePasskey } from './passkeys.queries'

export function AddPasskey({ hasPassword, onClose }: { readonly hasPassword: boolean; readonly onClose: () => void }) {
  const current = useQuery(sessionsQuery).data?.find(session => session.current)
  const [name, setName] = useState(current ? nameOf(current) : '')
  const add = useAddPasskey(() => {
    toast({ message: tk('passkey.added') })
    onClose()
  })
  return (
    <CredentialDialog
      title={tk('passkey.add')}
      label={tk('passkey.create')}
      error={add.error}
      pending={add.isPending}
      asksPassword={hasPassword}
      sentence={passkeyProblem}
      onSubmit={confirmed => add.mutate({ name: name.trim(), ...confirmed })}
      onClose={onClose}
    >
      <p>{tk('passkey.addText')}</p>
      <NameField value={name} onChange={setName} />
    </CredentialDialog>
  )
}

export function RenamePasskey({ passkey, onClose }: { readonly passkey: PasskeyDto; readonly onClose: () => void }) {
  const [name, setName] = useState(passkey.name)
  const rename = useRenamePasskey(passkey.id, onClose)
  return (
    <CredentialDialog
      title={tk('passkey.renameTitle', { name: passkey.name })}
      label={tk('passkey.rename')}
      error={rename.error}
      pending={rename.isPending}
      onSubmit={() => rename.mutate(name.trim())}
      onClose={onClose}
    >
      <NameField value={name} onChange={setName} />
    </CredentialDialog>
  )
}

type RemoveProps = { readonly passkey: PasskeyDto; readonly hasPassword: boolean; readonly onClose: () => void }

export function RemovePasskey({ passkey, hasPassword, onClose }: RemoveProps) {
  const remove = useRemovePasskey(passkey.id, onClose)
  return (
    <CredentialDialog
      danger
      title={tk('passkey.removeTitle', { name: passkey.name })}
      label={tk('passkey.remove')}
      error={remove.error}
      pending={remove.isPending}
      asksPassword={hasPassword}
      onSubmit={confirmed => remove.mutate(confirmed)}
      onClose={onClose}
    >
      <p>{tk('passkey.removeText')}</p>
    </CredentialDialog>
  )
}

type FieldProps = { readonly value: string; readonly onChange: (value: string) => void }

function NameField({ value, onChange }: FieldProps) {
  return (
    <TextInput
      label={tk('passkey.name')}
      description={tk('passkey.nameHint')}
      name="passkey-name"
      autoComplete="off"
      required
      maxLength={100}
      data-autofocus
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}
