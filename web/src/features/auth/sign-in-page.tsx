import '../../ui/fields.css'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ApiError, isUnauthorized } from '../../api/client'
import { t } from '../../messages'
import { Callout } from '../../ui/callout'
import { EntryFrame } from '../../ui/entry-frame'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { usePageTitle } from '../../ui/page-title'
import { signInOptionsQuery } from './account.queries'
import classes from './entry.module.css'
import { tk } from './messages'
import { safePlace } from './next-place.rules'
import { signIn } from './session.queries'

export function SignInPage() {
  usePageTitle(t('auth.signIn'))
  const { next } = useSearch({ from: '/sign-in' })
  const router = useRouter()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [asksCode, setAsksCode] = useState(false)
  const { data: options } = useQuery(signInOptionsQuery)
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: () => router.history.replace(safePlace(next)),
    onError: error => needsCode(error) && setAsksCode(true),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    attempt.mutate({ username: username.trim(), password, ...(asksCode && { code: code.trim() }) })
  }
  const startOver = () => {
    attempt.reset()
    setCode('')
    setAsksCode(false)
  }
  if (asksCode) {
    return (
      <EntryFrame title={tk('account.codeTitle')} text={tk('account.codeHint')}>
        <form className={form.form} onSubmit={submit}>
          {attempt.error && attempt.variables?.code && (
            <Callout
              alert
              tone="bad"
              icon={<IconAlertTriangle size={20} stroke={1.7} />}
              title={isUnauthorized(attempt.error) ? t('auth.wrong') : errorSentence(attempt.error)}
            />
          )}
          <TextInput
            label={tk('account.code')}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            required
            autoFocus
            value={code}
            onChange={event => setCode(event.currentTarget.value)}
          />
          <Button type="submit" size="md" fullWidth mt="xs" loading={attempt.isPending}>
            {t('auth.signIn')}
          </Button>
          <button type="button" className={classes.link} onClick={startOver}>
            {tk('account.startOver')}
          </button>
        </form>
      </EntryFrame>
    )
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
        <div className={classes.links}>
          <Link to="/forgot-password" className={classes.link}>
            {tk('account.forgot')}
          </Link>
          {options?.registration && (
            <Link to="/register" className={classes.link}>
              {tk('account.createTitle')}
            </Link>
          )}
        </div>
      </form>
    </EntryFrame>
  )
}

/** The password is right, and the account has a second factor. */
function needsCode(error: unknown): boolean {
  const details = error instanceof ApiError ? error.details : null
  return typeof details === 'object' && details !== null && 'secondFactor' in details
}
