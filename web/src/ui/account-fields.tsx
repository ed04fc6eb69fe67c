import { TextInput } from '@mantine/core'
import { t } from '../messages'
import { errorAt } from './error-sentence'
import { NewPassword } from './new-password'
import { isLongEnough, looksLikeEmail } from './password.rules'

export type NewAccount = { readonly username: string; readonly email: string; readonly password: string }

export const noAccount: NewAccount = { username: '', email: '', password: '' }

export function isComplete({ username, email, password }: NewAccount): boolean {
  return username.trim() !== '' && looksLikeEmail(email) && isLongEnough(password)
}

type Props = {
  readonly account: NewAccount
  /** Shows errors: somebody has tried to continue. */
  readonly tried: boolean
  /** The server's error. */
  readonly error?: unknown
  readonly onChange: (change: (now: NewAccount) => NewAccount) => void
}

/** The fields that may have a server error. */
export const accountFieldNames = ['username', 'email', 'password'] as const

/** The fields of a new account, in set-up and registration. */
export function AccountFields({ account, tried, error, onChange }: Props) {
  // A password manager fills several fields at once: each update builds on the previous one.
  const set = (part: Partial<NewAccount>) => onChange(now => ({ ...now, ...part }))
  return (
    <>
      <TextInput
        label={t('auth.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        autoFocus
        error={tried && !account.username.trim() ? t('setup.needUsername') : errorAt(error, 'username')}
        value={account.username}
        onChange={event => set({ username: event.currentTarget.value })}
      />
      <TextInput
        label={t('auth.email')}
        name="email"
        type="email"
        autoComplete="email"
        required
        error={tried && !looksLikeEmail(account.email) ? t('setup.needEmail') : errorAt(error, 'email')}
        value={account.email}
        onChange={event => set({ email: event.currentTarget.value })}
      />
      <NewPassword
        label={t('auth.password')}
        value={account.password}
        tried={tried}
        error={errorAt(error, 'password')}
        onChange={password => set({ password })}
      />
    </>
  )
}
