import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { PasskeyDto } from '../../api/types'
import { t } from '../../messages'
import { Dialog } from '../../ui/dialog'
import form from '../../ui/form.module.css'
import { toast } from '../../ui/toast'
import { tk } from '../auth/messages'
import { passkeyTrouble } from '../auth/passkey-browser'
import { nameOf, sessionsQuery } from './devices'
import { useAddPasskey, useRemovePasskey, useRenamePasskey } from './passkeys.queries'

export function AddPasskey({ hasPassword, onClose }: { readonly hasPassword: boolean; readonly onClose: () => void }) {
  const current = useQuery(sessionsQuery).data?.find(session => session.current)
  const [name, setName] = useState(current ? nameOf(current) : '')
  const [password, setPassword] = useState('')
  const add = useAddPasskey(() => {
    toast({ message: tk('passkey.added') })
    onClose()
  })
  return (
    <Asking
      title={tk('passkey.add')}
      label={tk('passkey.create')}
      error={add.error}
      pending={add.isPending}
      onSubmit={() => add.mutate({ name: name.trim(), ...(hasPassword && { password }) })}
      onClose={onClose}
    >
      <p>{tk('passkey.addText')}</p>
      <NameField value={name} onChange={setName} />
      {hasPassword && <PasswordField value={password} onChange={setPassword} />}
    </Asking>
  )
}

export function RenamePasskey({ passkey, onClose }: { readonly passkey: PasskeyDto; readonly onClose: () => void }) {
  const [name, setName] = useState(passkey.name)
  const rename = useRenamePasskey(passkey.id, onClose)
  return (
    <Asking
      title={tk('passkey.renameTitle', { name: passkey.name })}
      label={tk('passkey.rename')}
      error={rename.error}
      pending={rename.isPending}
      onSubmit={() => rename.mutate(name.trim())}
      onClose={onClose}
    >
      <NameField value={name} onChange={setName} />
    </Asking>
  )
}

type RemoveProps = { readonly passkey: PasskeyDto; readonly hasPassword: boolean; readonly onClose: () => void }

export function RemovePasskey({ passkey, hasPassword, onClose }: RemoveProps) {
  const [password, setPassword] = useState('')
  const remove = useRemovePasskey(passkey.id, onClose)
  return (
    <Asking
      danger
      title={tk('passkey.removeTitle', { name: passkey.name })}
      label={tk('passkey.remove')}
      error={remove.error}
      pending={remove.isPending}
      onSubmit={() => remove.mutate({ ...(hasPassword && { password }) })}
      onClose={onClose}
    >
      <p>{tk('passkey.removeText')}</p>
      {hasPassword && <PasswordField value={password} onChange={setPassword} />}
    </Asking>
  )
}

type AskingProps = {
  readonly title: string
  readonly label: string
  readonly danger?: boolean
  readonly error: unknown
  readonly pending: boolean
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

function Asking({ title, label, danger, error, pending, onSubmit, onClose, children }: AskingProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Dialog opened title={title} onClose={onClose}>
      <form className={form.form} onSubmit={submit}>
        {children}
        {Boolean(error) && (
          <p role="alert" className={form.error}>
            {passkeyTrouble(error)}
          </p>
        )}
        <div className={form.buttons}>
          <Button variant="subtle" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" {...(danger && { color: 'danger' })} loading={pending}>
            {label}
          </Button>
        </div>
      </form>
    </Dialog>
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

function PasswordField({ value, onChange }: FieldProps) {
  return (
    <PasswordInput
      label={tk('account.current')}
      name="current-password"
      autoComplete="current-password"
      required
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
    />
  )
}
