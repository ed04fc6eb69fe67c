import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { SecondFactorDto, TotpSecretDto } from '../../api/types'
import form from '../../ui/form.module.css'
import { tk } from '../auth/messages'
import { type Confirmed, CredentialDialog } from './credential-dialog'
import { passkeysQuery } from './passkeys.queries'
import { RecoveryCodes } from './recovery-codes'
import classes from './second-factor.module.css'
import { TotpSteps } from './totp-steps'

type Act = 'begin' | 'passkeys' | 'remove' | 'fresh'

const ON: readonly Act[] = ['fresh', 'remove']
const OFF: readonly Act[] = ['begin', 'passkeys']

/** The authenticator app of an account: set-up with a QR code, recovery codes, and switching it off. */
export function SecondFactor({ state }: { readonly state: SecondFactorDto }) {
  const [act, setAct] = useState<Act | null>(null)
  const [secret, setSecret] = useState<TotpSecretDto | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const acts = useRef<HTMLDivElement>(null)
  const close = () => {
    setAct(null)
    setSecret(null)
    setCodes(null)
    void queryClient.invalidateQueries({ queryKey: queryKeys.secondFactor })
    void queryClient.invalidateQueries({ queryKey: queryKeys.sessions })
  }
  const { data: passkeys } = useQuery(passkeysQuery)
  const isOn = state.totp || state.passkeys
  const base = '/api/v1/user/second-factor'
  const prove = useMutation({
    mutationFn: async ({ act, body }: { readonly act: Act; readonly body: Confirmed }) => {
      const sent = { body, impatient: true } as const
      if (act === 'begin') setSecret(await api.post(`${base}/totp`, sent))
      if (act === 'fresh') setCodes((await api.post(`${base}/recovery-codes`, sent)).recoveryCodes)
      if (act === 'passkeys') setCodes((await api.post(`${base}/passkeys`, sent)).recoveryCodes)
      if (act === 'remove') {
        await api.post(`${base}/totp/remove`, sent)
        close()
      }
    },
  })
  const label = {
    begin: tk('second.begin'),
    passkeys: tk('second.passkeys'),
    remove: tk('second.remove'),
    fresh: tk('second.newCodes'),
  }
  const begin = (act: Act) => () => {
    prove.reset()
    setAct(act)
  }
  return (
    <div className={classes.state}>
      <p>{state.totp ? tk('second.on') : state.passkeys ? tk('second.onPasskeys') : tk('second.off')}</p>
      {isOn && <p className={form.hint}>{tk('second.codesLeft', { count: state.recoveryCodesLeft })}</p>}
      <div className={classes.acts} ref={acts} tabIndex={-1}>
        {(isOn ? ON : passkeys?.length ? OFF : OFF.slice(0, 1)).map(act => (
          <Button key={act} variant="default" onClick={begin(act)}>
            {label[act]}
          </Button>
        ))}
      </div>
      {codes ? (
        <RecoveryCodes
          codes={codes}
          onDone={() => {
            close()
            // The button that opened it may be gone by now.
            acts.current?.focus()
          }}
        />
      ) : secret ? (
        <TotpSteps secret={secret} onCodes={setCodes} onClose={close} />
      ) : (
        act && (
          <CredentialDialog
            title={tk(`second.${act}Title`)}
            label={label[act]}
            danger={act === 'remove'}
            asksPassword={state.hasPassword}
            error={prove.error}
            pending={prove.isPending}
            onSubmit={body => prove.mutate({ act: act, body })}
            onClose={close}
          >
            <p>{tk(`second.${act}Text`)}</p>
          </CredentialDialog>
        )
      )}
    </div>
  )
}
