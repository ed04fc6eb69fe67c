import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Callout } from '../../ui/callout'
import { EntryFrame } from '../../ui/entry-frame'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { usePageTitle } from '../../ui/page-title'
import { confirmAddress, tokenOfLink } from './account.queries'
import classes from './entry.module.css'
import { tk } from './messages'

/** Confirms the address of a new account by the link in its e-mail, and signs in. */
export function VerifyEmailPage() {
  usePageTitle(tk('account.confirmAddress'))
  const navigate = useNavigate()
  const [token] = useState(tokenOfLink)
  const { error, isSuccess } = useQuery({
    queryKey: ['confirm', token],
    queryFn: () => confirmAddress(token ?? '').then(() => true),
    enabled: token !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    if (isSuccess) void navigate({ to: '/', replace: true })
  }, [isSuccess, navigate])
  const failed = token === null || error
  return (
    <EntryFrame title={tk('account.confirmAddress')}>
      <div className={form.form} role="status">
        {failed ? (
          <Callout tone="bad" icon={<IconAlertTriangle size={20} stroke={1.7} />} title={tk('account.confirmFailed')}>
            {error ? errorSentence(error) : tk('account.incompleteLink')}
          </Callout>
        ) : (
          <p>{tk('account.confirming')}</p>
        )}
        {failed && (
          <Link to="/sign-in" search={{}} className={classes.link}>
            {tk('account.backToSignIn')}
          </Link>
        )}
      </div>
    </EntryFrame>
  )
}
