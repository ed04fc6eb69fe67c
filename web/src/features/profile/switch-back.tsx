import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../api/client'
import { tk } from '../auth/messages'
import { switchBack } from './child-profiles.queries'
import { CredentialDialog } from './credential-dialog'

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
      <Button onClick={() => setOpened(true)}>{label}</Button>
      {opened && (
        <CredentialDialog
          title={label}
          label={tk('account.switch')}
          asksPassword
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
