import { PasswordInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { t } from '../../messages'
import { Dialog } from '../../ui/dialog'
import { errorElsewhere, errorSentence, isAboutPassword } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { FormEnd } from '../../ui/form-end'
import { tk } from '../auth/messages'

/** The password, if the account has one. */
export type Confirmed = { readonly password?: string }

type Props = {
  readonly title: string
  readonly label: string
  readonly danger?: boolean
  /** Changes of credentials require the password. */
  readonly asksPassword?: boolean
  /** If it is not the user's own. */
  readonly passwordLabel?: string
  readonly error: unknown
  /** Fields of `children` that show their own errors. */
  readonly fields?: readonly string[]
  readonly sentence?: (error: unknown) => string
  readonly pending: boolean
  readonly onSubmit: (confirmed: Confirmed) => void
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** A dialog about an account's credentials, with the password. */
export function CredentialDialog(props: Props) {
  const { title, label, danger, asksPassword = false, error, pending, onSubmit, onClose, children } = props
  const { fields = [], sentence = errorSentence, passwordLabel = tk('account.current') } = props
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(asksPassword ? { password } : {})
  }
  const wrong = asksPassword && isAboutPassword(error)
  const elsewhere = !wrong && errorElsewhere(error, fields) !== null
  return (
    <Dialog opened title={title} onClose={onClose}>
      <form className={form.form} onSubmit={submit}>
        {children}
        {asksPassword && (
          <PasswordInput
            label={passwordLabel}
            name="current-password"
            autoComplete="current-password"
            required
            {...(!children && { 'data-autofocus': true })}
            aria-invalid={wrong}
            error={wrong ? errorSentence(error) : null}
            value={password}
            onChange={event => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
          />
        )}
        <FormEnd
          error={elsewhere && sentence(error)}
          save={label}
          saving={pending}
          danger={danger}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
