import { useMutation } from '@tanstack/react-query'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { belowBase } from '../../api/base-path'
import { EntryFrame } from '../../ui/entry-frame'
import form from '../../ui/form.module.css'
import { usePageTitle } from '../../ui/page-title'
import { takeOver } from './account.queries'
import classes from './entry.module.css'
import { Failed } from './failed'
import { tk } from './messages'
import { safePlace } from './next-place.rules'

/** After sign-in with a provider: continues to the target page. */
export function SignedInPage() {
  usePageTitle(tk('account.signingIn'))
  const { next } = useSearch({ from: '/signed-in' })
  const router = useRouter()
  const { mutate, error } = useMutation({
    mutationFn: takeOver,
    onSuccess: () => router.history.replace(belowBase(safePlace(next))),
  })
  useEffect(() => mutate(), [mutate])
  return (
    <EntryFrame title={tk('account.signingIn')}>
      {error && (
        <div className={form.form}>
          <Failed error={error} />
          <Link to="/sign-in" search={{}} className={classes.link}>
            {tk('account.backToSignIn')}
          </Link>
        </div>
      )}
    </EntryFrame>
  )
}
