import { Button } from '@mantine/core'
import { IconShieldLock, IconUnlink } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { IdentityDto } from '../../api/types'
import { formatRelativeTime } from '../../messages'
import { dotted } from '../../ui/detail'
import form from '../../ui/form.module.css'
import { IconButton } from '../../ui/icon-button'
import { Panel } from '../../ui/panel'
import rows from '../../ui/rows.module.css'
import { providersQuery } from '../auth/account.queries'
import { tk } from '../auth/messages'
import { ProviderProblem } from '../auth/provider-problem'
import { type Confirmed, CredentialDialog } from './credential-dialog'
import classes from './devices.module.css'
import acts from './second-factor.module.css'

/** Linked accounts at identity providers; hidden without providers. */
export function LinkedAccounts({ hasPassword }: { readonly hasPassword: boolean }) {
  const { problem } = useSearch({ from: profilePath })
  const { data: providers = [] } = useQuery(providersQuery)
  const { data: identities = [] } = useQuery({
    queryKey: queryKeys.identities,
    queryFn: ({ signal }) => api.get('/api/v1/user/identities', { signal }),
  })
  const [doomed, setDoomed] = useState<IdentityDto | null>(null)
  const [linking, setLinking] = useState<{ readonly name: string; readonly displayName: string } | null>(null)
  if (providers.length === 0 && identities.length === 0) return null
  const others = providers.filter(({ name }) => !identities.some(({ provider }) => provider === name))
  return (
    <Panel title={tk('account.linked')} text={tk('account.linkedText')}>
      <div className={classes.devices}>
        <ProviderProblem name={problem} linking />
        {identities.length === 0 && <p className={form.hint}>{tk('account.linkedNone')}</p>}
        {identities.length > 0 && (
          <ul className={rows.list} aria-label={tk('account.linked')}>
            {identities.map(identity => (
              <li key={identity.id} className={rows.row}>
                <IconShieldLock size={22} stroke={1.6} aria-hidden />
                <div className={rows.words}>
                  <strong>{identity.providerName}</strong>
                  <span>
                    {dotted([
                      identity.label,
                      identity.lastUsedAt && tk('account.linkUsed', { when: formatRelativeTime(identity.lastUsedAt) }),
                    ])}
                  </span>
                </div>
                <IconButton
                  danger
                  label={tk('account.unlinkNamed', { name: identity.providerName })}
                  onClick={() => setDoomed(identity)}
                >
                  <IconUnlink size={20} stroke={1.6} />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        {others.length > 0 && (
          <div className={acts.acts}>
            {others.map(provider => (
              <Button key={provider.name} variant="default" onClick={() => setLinking(provider)}>
                {tk('account.linkNamed', { name: provider.displayName })}
              </Button>
            ))}
          </div>
        )}
      </div>
      {linking && <LinkForm {...linking} hasPassword={hasPassword} onClose={() => setLinking(null)} />}
      {doomed && <Unlink identity={doomed} hasPassword={hasPassword} onClose={() => setDoomed(null)} />}
    </Panel>
  )
}

const profilePath = '/app/profile'

type LinkProps = {
  readonly name: string
  readonly displayName: string
  readonly hasPassword: boolean
  readonly onClose: () => void
}

function LinkForm({ name, displayName, hasPassword, onClose }: LinkProps) {
  const begin = useMutation({
    mutationFn: (body: Confirmed) =>
      api.post('/api/v1/user/identities/{provider}/link', { params: { provider: name }, body, impatient: true }),
    onSuccess: ({ redirectUrl }) => location.assign(redirectUrl),
  })
  const title = tk('account.linkNamed', { name: displayName })
  return (
    <CredentialDialog
      title={title}
      label={title}
      asksPassword={hasPassword}
      error={begin.error}
      pending={begin.isPending || begin.isSuccess}
      onSubmit={begin.mutate}
      onClose={onClose}
    >
      <p>{tk('account.linkText', { name: displayName })}</p>
    </CredentialDialog>
  )
}

type UnlinkProps = { readonly identity: IdentityDto; readonly hasPassword: boolean; readonly onClose: () => void }

function Unlink({ identity, hasPassword, onClose }: UnlinkProps) {
  const remove = useMutation({
    mutationFn: (body: Confirmed) =>
      api.delete('/api/v1/user/identities/{identity_id}', {
        params: { identity_id: identity.id },
        body,
        impatient: true,
      }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.identities })
      onClose()
    },
  })
  return (
    <CredentialDialog
      title={tk('account.unlinkTitle', { name: identity.providerName })}
      label={tk('account.unlink')}
      danger
      asksPassword={hasPassword}
      error={remove.error}
      pending={remove.isPending}
      onSubmit={remove.mutate}
      onClose={onClose}
    >
      <p>{tk('account.unlinkText')}</p>
    </CredentialDialog>
  )
}
