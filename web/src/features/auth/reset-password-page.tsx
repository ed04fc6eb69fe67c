import '../../ui/fields.css'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Callout } from '../../ui/callout'
import { EntryFrame } from '../../ui/entry-frame'
import { errorAt } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { NewPassword } from '../../ui/new-password'
import { usePageTitle } from '../../ui/page-title'
import { isLongEnough } from '../../ui/password.rules'
import { resetPassword, tokenOfLink } from './account.queries'
import classes from './entry.module.css'
import { Failed } from './failed'
import { tk } from './messages'

/** Chooses a new password with a one-time link. */
export function ResetPasswordPage() {
  usePageTitle(tk('account.forgotTitle'))
  const [token] = useState(tokenOfLink)
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const reset = useMutation({ mutationFn: (link: string) => resetPassword(link, password) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (token && isLongEnough(password)) reset.mutate(token)
  }
  const toSignIn = (
    <Link to="/sign-in" search={{}} className={classes.link}>
      {tk('account.backToSignIn')}
    </Link>
  )
  if (reset.isSuccess || token === null) {
    return (
      <EntryFrame title={tk('account.forgotTitle')}>
        <div className={form.form} role="status">
          {reset.isSuccess ? (
            <Callout tone="calm" icon={<IconCheck size={20} stroke={2} />} title={tk('account.resetDone')}>
              {tk('account.resetDoneText')}
            </Callout>
          ) : (
            <Callout tone="bad" icon={<IconAlertTriangle size={20} stroke={1.7} />} title={tk('account.confirmFailed')}>
              {tk('account.incompleteLink')}
            </Callout>
          )}
          {toSignIn}
        </div>
      </EntryFrame>
    )
  }
  return (
    <EntryFrame title={tk('account.forgotTitle')}>
      <form className={form.form} onSubmit={submit} noValidate>
        <Failed error={reset.error} fields={['password']} />
        <NewPassword
          label={tk('account.new')}
          value={password}
          tried={tried}
          error={errorAt(reset.error, 'password')}
          onChange={setPassword}
        />
        <Button type="submit" size="md" fullWidth mt="xs" loading={reset.isPending}>
          {tk('account.set')}
        </Button>
        {toSignIn}
      </form>
    </EntryFrame>
  )
}
