import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, Suspense, useState } from 'react'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { RecoveryCodesDto, SecondFactorDto, TotpSecretDto } from '../../api/types'
import { t } from '../../messages'
import { CopyLine } from '../../ui/copy-line'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { lazyPart } from '../../ui/lazy-part'
import { tk } from '../auth/messages'
import { passkeysQuery } from './passkeys.queries'
import classes from './second-factor.module.css'

const QrCode = lazyPart(() => import('./qr-code'))

type Act = 'begin' | 'passkeys' | 'remove' | 'codes'

const ON: readonly Act[] = ['codes', 'remove']
const OFF: readonly Act[] = ['begin', 'passkeys']

/** The authenticator app of an account: set up with a QR code, recovery codes, switched off. */
export function SecondFactor({ state }: { readonly state: SecondFactorDto }) {
  const [act, setAct] = useState<Act | null>(null)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [secret, setSecret] = useState<TotpSecretDto | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const close = () => {
    setAct(null)
    setPassword('')
    setCode('')
    setSecret(null)
    void queryClient.invalidateQueries({ queryKey: queryKeys.secondFactor })
    void queryClient.invalidateQueries({ queryKey: queryKeys.sessions })
  }
  const { data: passkeys } = useQuery(passkeysQuery)
  const isOn = state.totp || state.passkeys
  const base = '/user/second-factor'
  const body = { ...(state.hasPassword && { password }) }
  const prove = useMutation({
    mutationFn: async (wish: Act) => {
      if (wish === 'begin') setSecret(await api.post<TotpSecretDto>(`${base}/totp`, { body, impatient: true }))
      if (wish === 'codes' || wish === 'passkeys') {
        const path = wish === 'codes' ? 'recovery-codes' : 'passkeys'
        setCodes((await api.post<RecoveryCodesDto>(`${base}/${path}`, { body, impatient: true })).recoveryCodes)
        close()
      }
      if (wish === 'remove') {
        await api.post(`${base}/totp/remove`, { body, impatient: true })
        close()
      }
    },
  })
  const confirm = useMutation({
    mutationFn: () =>
      api.post<RecoveryCodesDto>(`${base}/totp/confirm`, { body: { code: code.trim() }, impatient: true }),
    onSuccess: ({ recoveryCodes }) => {
      setCodes(recoveryCodes)
      close()
    },
  })
  if (codes) return <Codes codes={codes} onDone={() => setCodes(null)} />
  if (secret) {
    return (
      <Steps
        secret={secret}
        code={code}
        onCode={setCode}
        error={confirm.error}
        pending={confirm.isPending}
        onConfirm={() => confirm.mutate()}
        onCancel={close}
      />
    )
  }
  const label = {
    begin: tk('second.begin'),
    passkeys: tk('second.passkeys'),
    remove: tk('second.remove'),
    codes: tk('second.newCodes'),
  }
  if (act) {
    const submit = (event: FormEvent) => {
      event.preventDefault()
      prove.mutate(act)
    }
    return (
      <form className={form.form} onSubmit={submit}>
        {state.hasPassword && (
          <PasswordInput
            label={tk('account.current')}
            name="current-password"
            autoComplete="current-password"
            required
            autoFocus
            value={password}
            onChange={event => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
          />
        )}
        {prove.error && (
          <p role="alert" className={form.error}>
            {errorSentence(prove.error)}
          </p>
        )}
        <div className={form.buttons}>
          <Button variant="subtle" onClick={close}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" {...(act === 'remove' && { color: 'danger' })} loading={prove.isPending}>
            {label[act]}
          </Button>
        </div>
      </form>
    )
  }
  const begin = (wish: Act) => () => {
    prove.reset()
    setAct(wish)
  }
  return (
    <div className={classes.state}>
      <p>{state.totp ? tk('second.on') : state.passkeys ? tk('second.onPasskeys') : tk('second.off')}</p>
      {isOn && <p className={form.hint}>{tk('second.codesLeft', { count: state.recoveryCodesLeft })}</p>}
      <div className={classes.acts}>
        {(isOn ? ON : passkeys?.length ? OFF : OFF.slice(0, 1)).map(wish => (
          <Button key={wish} variant="default" onClick={begin(wish)}>
            {label[wish]}
          </Button>
        ))}
      </div>
    </div>
  )
}

type StepsProps = {
  readonly secret: TotpSecretDto
  readonly code: string
  readonly onCode: (code: string) => void
  readonly error: unknown
  readonly pending: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

function Steps({ secret, code, onCode, error, pending, onConfirm, onCancel }: StepsProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onConfirm()
  }
  return (
    <form className={form.form} onSubmit={submit}>
      <p>{tk('second.scan')}</p>
      <Suspense fallback={<div className={classes.qr} />}>
        <QrCode text={secret.uri} label={tk('second.qr')} />
      </Suspense>
      <CopyLine label={tk('second.secret')} text={secret.secret} />
      <TextInput
        label={tk('account.code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        value={code}
        error={error ? errorSentence(error) : null}
        onChange={event => onCode(event.currentTarget.value)}
      />
      <div className={form.buttons}>
        <Button variant="subtle" onClick={onCancel}>
          {t('action.cancel')}
        </Button>
        <Button type="submit" loading={pending}>
          {tk('second.confirm')}
        </Button>
      </div>
    </form>
  )
}

function Codes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  return (
    <section className={classes.fresh} role="status" aria-label={tk('second.codesTitle')}>
      <h3 className={classes.title}>{tk('second.codesTitle')}</h3>
      <p>{tk('second.codesText')}</p>
      <CopyLine label={tk('second.codesTitle')} text={codes.join('  ')} />
      <Button variant="default" onClick={onDone}>
        {tk('second.codesKept')}
      </Button>
    </section>
  )
}
