import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import form from '../../ui/form.module.css'
import { tk } from './messages'
import { askForPasskey, choosePasskey, offersInField, passkeyProblem, stopChoosing } from './passkey-browser'
import { signInByPasskey } from './session.queries'

/** A challenge is valid for ten minutes. */
const RENEW_MS = 9 * 60_000

/** Sign-in without a name: by a button, and by the browser's offer in the name field. */
export function PasskeySignIn({ onDone }: { readonly onDone: () => void }) {
  const [round, setRound] = useState(0)
  const chosen = useMutation({
    mutationFn: async () => signInByPasskey(await choosePasskey(await askForPasskey())),
    onSuccess: onDone,
    // The button has cancelled the pending request of the field.
    onError: () => setRound(before => before + 1),
  })
  const offer = useEffectEvent(async (signal: AbortSignal) => {
    if (!(await offersInField()) || signal.aborted) return
    const asked = await askForPasskey()
    if (signal.aborted) return
    const answer = await choosePasskey(asked, true)
    if (signal.aborted) return
    await signInByPasskey(answer)
    onDone()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    const over = new AbortController()
    // Without the offer, form and button still work.
    offer(over.signal).catch(() => undefined)
    const timer = setTimeout(() => setRound(before => before + 1), RENEW_MS)
    return () => {
      over.abort()
      clearTimeout(timer)
    }
  }, [round])
  useEffect(() => () => void stopChoosing(), [])
  return (
    <>
      <Button
        variant="default"
        size="md"
        fullWidth
        leftSection={<IconFingerprint size={20} stroke={1.7} />}
        loading={chosen.isPending}
        onClick={() => chosen.mutate()}
      >
        {tk('passkey.signIn')}
      </Button>
      {chosen.error && (
        <p role="alert" className={form.error}>
          {passkeyProblem(chosen.error)}
        </p>
      )}
    </>
  )
}
