import { Button, PasswordInput } from '@mantine/core'
import { IconShieldLock, IconUnlink } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { IdentityDto, OidcLoginResponse } from '../../api/types'
import { formatRelativeTime, t } from '../../messages'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { dotted } from '../../ui/detail'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { IconButton } from '../../ui/icon-button'
import { Panel } from '../../ui/panel'
import { providersQuery } from '../auth/account.queries'
import { tk } from '../auth/messages'
import { ProviderProblem } from '../auth/provider-problem'
import classes from './devices.module.css'
import acts from './second-factor.module.css'

/** Accounts at identity providers by which somebody signs in; not there where there are no providers. */
export function LinkedAccounts({ hasPassword }: { readonly hasPassword: boolean }) {
  const { problem } = useSearch({ from: profilePath })
  const { data: providers = [] } = useQuery(providersQuery)
  const { data: identities = [] } = useQuery({
    queryKey: queryKeys.identities,
    queryFn: ({ signal }) => api.get<IdentityDto[]>('/user/identities', { signal }),
  })
  const [doomed, setDoomed] = useState<IdentityDto | null>(null)
  const [wished, setWished] = useState<{ readonly name: string; readonly displayName: string } | null>(null)
  if (providers.length === 0 && identities.length === 0) return null
  const others = providers.filter(({ name }) => !identities.some(({ provider }) => provider === name))
  return (
    <Panel title={tk('account.linked')} text={tk('account.linkedText')}>
      <div className={classes.devices}>
        <ProviderProblem name={problem} linking />
        {identities.length === 0 && <p className={form.hint}>{tk('account.linkedNone')}</p>}
        {identities.length > 0 && (
          <ul className={classes.list} aria-label={tk('account.linked')}>
            {identities.map(identity => (
              <li key={identity.id} className={classes.row}>
                <IconShieldLock size={22} stroke={1.6} aria-hidden />
                <div className={classes.words}>
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
        {wished ? (
          <LinkForm {...wished} hasPassword={hasPassword} onClose={() => setWished(null)} />
        ) : (
          <div className={acts.acts}>
            {others.map(provider => (
              <Button key={provider.name} variant="default" onClick={() => setWished(provider)}>
                {tk('account.linkNamed', { name: provider.displayName })}
              </Button>
            ))}
          </div>
        )}
      </div>
      {doomed && <Unlink identity={doomed} onClose={() => setDoomed(null)} />}
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

/** What an account is signed in by is changed with its password only. */
function LinkForm({ name, displayName, hasPassword, onClose }: LinkProps) {
  const [password, setPassword] = useState('')
  const begin = useMutation({
    mutationFn: () =>
      api.post<OidcLoginResponse>(`/user/identities/${name}/link`, {
        body: hasPassword ? { password } : {},
        impatient: true,
      }),
    onSuccess: ({ redirectUrl }) => location.assign(redirectUrl),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    begin.mutate()
  }
  return (
    <form className={form.form} onSubmit={submit}>
      <p className={form.hint}>{tk('account.linkText', { name: displayName })}</p>
      {hasPassword && (
        <PasswordInput
          label={tk('account.current')}
          autoComplete="current-password"
          required
          autoFocus
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
        />
      )}
      {begin.error && (
        <p role="alert" className={form.error}>
          {errorSentence(begin.error)}
        </p>
      )}
      <div className={form.buttons}>
        <Button variant="subtle" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button type="submit" loading={begin.isPending || begin.isSuccess}>
          {tk('account.linkNamed', { name: displayName })}
        </Button>
      </div>
    </form>
  )
}

function Unlink({ identity, onClose }: { readonly identity: IdentityDto; readonly onClose: () => void }) {
  const remove = useMutation({
    mutationFn: () => api.delete(`/user/identities/${identity.id}`),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.identities })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened
      title={tk('account.unlinkTitle', { name: identity.providerName })}
      confirmLabel={tk('account.unlink')}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {tk('account.unlinkText')}
    </ConfirmDialog>
  )
}
