import { TextInput } from '@mantine/core'
import { t } from '../messages'
import { NewPassword } from './new-password'
import { looksLikeEmail, unmetRules } from './password.rules'

export type NewAccount = { readonly username: string; readonly email: string; readonly password: string }

export const noAccount: NewAccount = { username: '', email: '', password: '' }

export function isComplete({ username, email, password }: NewAccount): boolean {
  return username.trim() !== '' && looksLikeEmail(email) && unmetRules(password).length === 0
}

type Props = {
  readonly account: NewAccount
  /** Shows what is wrong: somebody has tried to go on. */
  readonly tried: boolean
  readonly onChange: (change: (now: NewAccount) => NewAccount) => void
}

/** What an account is made of, the first one and each that somebody makes for themselves. */
export function AccountFields({ account, tried, onChange }: Props) {
  // A password manager fills several fields at once: each adds to what the last has made.
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
        error={tried && !looksLikeEmail(account.email) ? t('setup.needEmail') : null}
        value={account.email}
        onChange={event => set({ email: event.currentTarget.value })}
      />
      <NewPassword
        label={t('auth.password')}
        value={account.password}
        tried={tried}
        onChange={password => set({ password })}
      />
    </>
  )
}
