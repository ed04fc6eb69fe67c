import '../../ui/fields.css'
import { Button, TextInput } from '@mantine/core'
import { IconInfoCircle, IconMail } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { t } from '../../messages'
import { Callout } from '../../ui/callout'
import { EntryFrame } from '../../ui/entry-frame'
import form from '../../ui/form.module.css'
import { usePageTitle } from '../../ui/page-title'
import { looksLikeEmail } from '../../ui/password.rules'
import { askForLink, signInOptionsQuery } from './account.queries'
import classes from './entry.module.css'
import { Failed } from './failed'
import { tk } from './messages'

/** Requests a link by e-mail; without a mail server, tells who can create one. */
export function ForgotPasswordPage() {
  usePageTitle(tk('account.forgot'))
  const { data: options } = useQuery(signInOptionsQuery)
  const [email, setEmail] = useState('')
  const [tried, setTried] = useState(false)
  const ask = useMutation({ mutationFn: askForLink })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (looksLikeEmail(email)) ask.mutate(email.trim())
  }
  const back = (
    <Link to="/sign-in" search={{}} className={classes.link}>
      {tk('account.backToSignIn')}
    </Link>
  )
  if (options?.passwordReset === false || ask.isSuccess) {
    return (
      <EntryFrame title={tk('account.forgot')}>
        <div className={form.form} role="status">
          {ask.isSuccess ? (
            <Callout tone="calm" icon={<IconMail size={20} stroke={1.7} />} title={tk('account.linkSent')}>
              {tk('account.linkSentText')}
            </Callout>
          ) : (
            <Callout
              tone="calm"
              icon={<IconInfoCircle size={20} stroke={1.7} />}
              title={tk('account.forgotNoMailTitle')}
            >
              {tk('account.forgotNoMail')}
            </Callout>
          )}
          {back}
        </div>
      </EntryFrame>
    )
  }
  return (
    <EntryFrame title={tk('account.forgot')} text={tk('account.forgotText')}>
      <form className={form.form} onSubmit={submit} noValidate>
        <Failed error={ask.error} />
        <TextInput
          label={t('auth.email')}
          name="email"
          type="email"
          autoComplete="email"
          required
          autoFocus
          error={tried && !looksLikeEmail(email) ? t('setup.needEmail') : null}
          value={email}
          onChange={event => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth mt="xs" loading={ask.isPending} disabled={!options}>
          {tk('account.forgotSend')}
        </Button>
        {back}
      </form>
    </EntryFrame>
  )
}
