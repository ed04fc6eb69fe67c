import { belowBase } from '../../api/base-path'
import '../../ui/fields.css'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconFingerprint } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ApiError, isUnauthorized } from '../../api/client'
import type { PasskeyOptions } from '../../api/types'
import { formatWait, t } from '../../messages'
import { Callout } from '../../ui/callout'
import { EntryFrame } from '../../ui/entry-frame'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { usePageTitle } from '../../ui/page-title'
import { signInOptionsQuery } from './account.queries'
import classes from './entry.module.css'
import { tk } from './messages'
import { safePlace } from './next-place.rules'
import { choosePasskey, passkeyProblem, passkeysHere } from './passkey-browser'
import { PasskeySignIn } from './passkey-sign-in'
import { ProviderButtons } from './provider-buttons'
import { ProviderProblem } from './provider-problem'
import { signIn } from './session.queries'
import { SessionNotice } from './session-notice'
import { useLasting, useWait } from './use-wait'

export function SignInPage() {
  usePageTitle(t('auth.signIn'))
  const { next, problem, other = false } = useSearch({ from: '/sign-in' })
  const router = useRouter()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [second, setSecond] = useState<SecondStep | null>(null)
  const { data: options } = useQuery(signInOptionsQuery)
  const goOn = () => router.history.replace(belowBase(safePlace(next)))
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: goOn,
    onError: error => setSecond(before => secondOf(error) ?? before),
  })
  const byPasskey = useMutation({
    mutationFn: (asked: PasskeyOptions) => choosePasskey(asked),
    onSuccess: answer => attempt.mutate({ username: username.trim(), password, passkey: answer }),
  })
  const wait = useWait(attempt.error)
  const failure = useLasting(attempt.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wait > 0) return
    attempt.mutate({ username: username.trim(), password, ...(second && { code: code.trim() }) })
  }
  const startOver = () => {
    attempt.reset()
    byPasskey.reset()
    setCode('')
    setSecond(null)
  }
  const submitLabel = wait > 0 ? tk('account.waitFor', { time: formatWait(wait) }) : t('auth.signIn')
  if (second) {
    const { passkey } = second
    return (
      <EntryFrame title={tk('account.codeTitle')} text={tk(passkey ? 'passkey.orCode' : 'account.codeHint')}>
        <form className={form.form} onSubmit={submit}>
          {failure && (attempt.variables?.code || attempt.variables?.passkey) && (
            <Callout
              alert
              tone="bad"
              icon={<IconAlertTriangle size={20} stroke={1.7} />}
              title={isUnauthorized(failure) ? t('auth.wrong') : errorSentence(failure)}
            />
          )}
          {passkey && (
            <Button
              size="md"
              fullWidth
              leftSection={<IconFingerprint size={20} stroke={1.7} />}
              loading={byPasskey.isPending}
              onClick={() => byPasskey.mutate(passkey)}
            >
              {tk('passkey.use')}
            </Button>
          )}
          {byPasskey.error && (
            <p role="alert" className={form.error}>
              {passkeyProblem(byPasskey.error)}
            </p>
          )}
          <TextInput
            label={tk('account.code')}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            required
            autoFocus={!passkey}
            value={code}
            onChange={event => setCode(event.currentTarget.value)}
          />
          <Button
            type="submit"
            size="md"
            fullWidth
            mt="xs"
            variant={passkey ? 'default' : 'filled'}
            loading={attempt.isPending}
            disabled={wait > 0}
          >
            {submitLabel}
          </Button>
          <button type="button" className={classes.link} onClick={startOver}>
            {tk('account.startOver')}
          </button>
        </form>
      </EntryFrame>
    )
  }
  return (
    <EntryFrame title={t('auth.signIn')} text={next ? t('auth.returnHint') : undefined}>
      <form className={form.form} onSubmit={submit}>
        {!failure && <ProviderProblem name={problem} />}
        {!failure && <SessionNotice byOther={other} next={next} />}
        {failure && (
          <Callout
            alert
            tone="bad"
            icon={<IconAlertTriangle size={20} stroke={1.7} />}
            title={isUnauthorized(failure) ? t('auth.wrong') : errorSentence(failure)}
          >
            {isUnauthorized(failure) && t('auth.wrongText')}
          </Callout>
        )}
        <TextInput
          label={t('auth.userOrEmail')}
          name="username"
          autoComplete="username webauthn"
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
        <Button type="submit" size="md" fullWidth mt="xs" loading={attempt.isPending} disabled={wait > 0}>
          {submitLabel}
        </Button>
        {options && passkeysHere(options.passkeyOrigin) === 'yes' && <PasskeySignIn onDone={goOn} />}
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
      <ProviderButtons next={safePlace(next)} />
    </EntryFrame>
  )
}

/** The second step: a code, or a passkey if there is one. */
type SecondStep = { readonly passkey?: PasskeyOptions }

function secondOf(error: unknown): SecondStep | null {
  const details = error instanceof ApiError ? error.details : null
  const asks = typeof details === 'object' && details !== null && 'secondFactor' in details
  return asks ? (details as SecondStep) : null
}
