import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, isUnauthorized } from '../../api/client'
import { t } from '../../messages'
import { errorSentence } from '../../ui/error-sentence'
import { tk } from '../auth/messages'
import { switchBack } from './child-profiles.queries'
import { CredentialDialog } from './credential-dialog'
import classes from './profile-page.module.css'

/** In a child profile: the way back, with the guardian's password. */
export function SwitchBack({ guardian }: { readonly guardian: string }) {
  const [opened, setOpened] = useState(false)
  const navigate = useNavigate()
  const label = tk('account.switchBack', { name: guardian })
  const back = useMutation({
    mutationFn: (password: string) => switchBack(guardian, password),
    onError: error => {
      // The sign-in page also asks for a second factor.
      if (asksForMore(error)) void navigate({ to: '/sign-in', search: {} })
    },
  })
  return (
    <>
      <Button className={classes.back} onClick={() => setOpened(true)}>
        {label}
      </Button>
      {opened && (
        <CredentialDialog
          title={label}
          label={tk('account.switch')}
          asksPassword
          passwordLabel={t('auth.password')}
          sentence={error => (isUnauthorized(error) ? tk('account.passwordWrong') : errorSentence(error))}
          error={back.error}
          pending={back.isPending}
          onSubmit={({ password = '' }) => back.mutate(password)}
          onClose={() => setOpened(false)}
        >
          <p>
            {tk('account.switchBackText', { name: guardian })}{' '}
            <Link to="/sign-in" search={{}}>
              {tk('account.switchBackOther')}
            </Link>
          </p>
        </CredentialDialog>
      )}
    </>
  )
}

function asksForMore(error: unknown): boolean {
  const details = error instanceof ApiError ? error.details : null
  return typeof details === 'object' && details !== null && 'secondFactor' in details
}
