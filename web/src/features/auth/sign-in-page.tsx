import '../../ui/fields.css'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { isUnauthorized } from '../../api/client'
import { t } from '../../messages'
import { Callout } from '../../ui/callout'
import { EntryFrame } from '../../ui/entry-frame'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { usePageTitle } from '../../ui/page-title'
import { safePlace } from './next-place.rules'
import { signIn } from './session.queries'

export function SignInPage() {
  usePageTitle(t('auth.signIn'))
  const { next } = useSearch({ from: '/sign-in' })
  const router = useRouter()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: () => router.history.replace(safePlace(next)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    attempt.mutate({ username: username.trim(), password })
  }
  return (
    <EntryFrame title={t('auth.welcome')} text={next ? t('auth.placeKept') : undefined}>
      <form className={form.form} onSubmit={submit}>
        {attempt.error && (
          <Callout
            alert
            tone="bad"
            icon={<IconAlertTriangle size={20} stroke={1.7} />}
            title={isUnauthorized(attempt.error) ? t('auth.wrong') : errorSentence(attempt.error)}
          >
            {isUnauthorized(attempt.error) && t('auth.wrongText')}
          </Callout>
        )}
        <TextInput
          label={t('auth.userOrEmail')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus
          value={username}
          onChange={event => setUsername(event.currentTarget.value)}
        />
        <PasswordInput
          label={t('auth.password')}
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
        />
        <Button type="submit" size="md" fullWidth mt="xs" loading={attempt.isPending}>
          {t('auth.signIn')}
        </Button>
      </form>
    </EntryFrame>
  )
}
