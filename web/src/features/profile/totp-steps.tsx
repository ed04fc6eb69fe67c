import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, Suspense, useState } from 'react'
import { api } from '../../api/client'
import type { TotpSecretDto } from '../../api/types'
import { t } from '../../messages'
import { CopyLine } from '../../ui/copy-line'
import { Dialog } from '../../ui/dialog'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { lazyPart } from '../../ui/lazy-part'
import { tk } from '../auth/messages'
import classes from './second-factor.module.css'

const QrCode = lazyPart(() => import('./qr-code'))

type Props = {
  readonly secret: TotpSecretDto
  readonly onCodes: (codes: readonly string[]) => void
  readonly onClose: () => void
}

/** The secret for an authenticator app, and the first code from it. */
export function TotpSteps({ secret, onCodes, onClose }: Props) {
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: () =>
      api.post('/api/v1/user/second-factor/totp/confirm', { body: { code: code.trim() }, impatient: true }),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate()
  }
  return (
    <Dialog opened title={tk('second.beginTitle')} onClose={onClose}>
      <form className={form.form} data-transient onSubmit={submit}>
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
          data-autofocus
          value={code}
          error={confirm.error ? errorSentence(confirm.error) : null}
          onChange={event => setCode(event.currentTarget.value)}
        />
        <div className={form.buttons}>
          <Button variant="subtle" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={confirm.isPending}>
            {tk('second.confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
