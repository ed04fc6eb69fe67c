import '../../ui/fields.css'
import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { AccountFields, accountFieldNames, isComplete, noAccount } from '../../ui/account-fields'
import { Callout } from '../../ui/callout'
import { EntryFrame } from '../../ui/entry-frame'
import form from '../../ui/form.module.css'
import { usePageTitle } from '../../ui/page-title'
import { useFirstFault } from '../../ui/use-first-fault'
import { register, sendConfirmation } from './account.queries'
import classes from './entry.module.css'
import { Failed } from './failed'
import { tk } from './messages'

/** Registration of an account. */
export function RegisterPage() {
  usePageTitle(tk('account.createTitle'))
  const navigate = useNavigate()
  const [account, setAccount] = useState(noAccount)
  const [tries, setTries] = useState(0)
  const create = useMutation({
    mutationFn: () => register({ ...account, username: account.username.trim() }),
    onSuccess: toConfirm => toConfirm === null && void navigate({ to: '/', replace: true }),
  })
  const ref = useFirstFault(create.error, tries)
  const again = useMutation({ mutationFn: sendConfirmation })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTries(tries + 1)
    if (isComplete(account)) create.mutate()
  }
  if (create.data) {
    const email = create.data
    return (
      <EntryFrame title={tk('account.confirmAddress')}>
        <div className={form.form}>
          <Failed error={again.error} />
          <Callout tone="calm" icon={<IconMail size={20} stroke={1.7} />} title={email}>
            {tk('account.confirmAddressText', { email })}
          </Callout>
          <Button
            variant="default"
            loading={again.isPending}
            disabled={again.isSuccess}
            onClick={() => again.mutate(email)}
          >
            {tk('account.sendAgain')}
          </Button>
          <Link to="/sign-in" search={{}} className={classes.link}>
            {tk('account.backToSignIn')}
          </Link>
        </div>
      </EntryFrame>
    )
  }
  return (
    <EntryFrame title={tk('account.createTitle')} text={tk('account.createText')}>
      <form ref={ref} className={form.form} onSubmit={submit} noValidate>
        <Failed error={create.error} fields={accountFieldNames} />
        <AccountFields account={account} tried={tries > 0} error={create.error} onChange={setAccount} />
        <Button type="submit" size="md" fullWidth mt="xs" loading={create.isPending}>
          {tk('account.create')}
        </Button>
        <Link to="/sign-in" search={{}} className={classes.link}>
          {tk('account.backToSignIn')}
        </Link>
      </form>
    </EntryFrame>
  )
}
