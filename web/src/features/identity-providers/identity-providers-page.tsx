import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCheck,
  IconPencil,
  IconPlugConnected,
  IconPlus,
  IconShieldLock,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { IdentityProviderDto, IdentityProviderTest } from '../../api/types'
import { refusalSentence } from '../../messages/refusals/sentences'
import { Callout } from '../../ui/callout'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { dotted } from '../../ui/detail'
import { errorSentence } from '../../ui/error-sentence'
import { IconButton } from '../../ui/icon-button'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import rows from '../../ui/rows.module.css'
import { ta } from '../admin/messages'
import classes from './identity-providers.module.css'
import { identityProvidersQuery, useDeleteProvider, useTestProvider } from './identity-providers.queries'
import { ti } from './messages'
import { ProviderDialog } from './provider-dialog'

/** Identity providers for sign-in. */
export function IdentityProvidersPage() {
  usePageTitle(ta('admin.section.providers'))
  const { data, error } = useQuery(identityProvidersQuery)
  const [open, setOpen] = useState<IdentityProviderDto | 'new' | null>(null)
  const [doomed, setDoomed] = useState<IdentityProviderDto | null>(null)
  return (
    <Page
      wide
      title={ta('admin.section.providers')}
      line={ti('idp.text')}
      aside={
        <Button leftSection={<IconPlus size={18} stroke={1.8} />} onClick={() => setOpen('new')}>
          {ti('idp.add')}
        </Button>
      }
    >
      <div className={classes.parts}>
        {error && <p role="alert">{errorSentence(error)}</p>}
        {data?.length === 0 && (
          <div className={classes.none}>
            <IconShieldLock size={40} stroke={1.3} aria-hidden />
            <h2>{ti('idp.none')}</h2>
            <p>{ti('idp.noneText')}</p>
          </div>
        )}
        {data && data.length > 0 && (
          <ul className={rows.list} data-raised aria-label={ti('idp.title')}>
            {data.map(provider => (
              <Row
                key={provider.name}
                provider={provider}
                onEdit={() => setOpen(provider)}
                onDelete={() => setDoomed(provider)}
              />
            ))}
          </ul>
        )}
        <p className={classes.hint}>
          {ti('idp.accounts')}{' '}
          <Link to="/settings/server" className={classes.link}>
            {ti('idp.accountsLink')}
          </Link>
        </p>
      </div>
      {open && <ProviderDialog provider={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
      {doomed && <Delete provider={doomed} onClose={() => setDoomed(null)} />}
    </Page>
  )
}

type RowProps = {
  readonly provider: IdentityProviderDto
  readonly onEdit: () => void
  readonly onDelete: () => void
}

function Row({ provider, onEdit, onDelete }: RowProps) {
  const { displayName: name, origin, enabled, issuerUrl } = provider
  const tried = useTestProvider(provider.name)
  return (
    <li>
      <div className={rows.row} data-off={!enabled}>
        <IconShieldLock size={22} stroke={1.6} aria-hidden />
        <div className={rows.words}>
          <strong>{name}</strong>
          <span>
            {dotted([issuerUrl, !enabled && ti('idp.turnedOff'), origin === 'server' && ti('idp.fromServer')])}
          </span>
        </div>
        <div className={rows.acts}>
          <IconButton label={ti('idp.testNamed', { name })} disabled={tried.isPending} onClick={() => tried.mutate()}>
            <IconPlugConnected size={20} stroke={1.6} />
          </IconButton>
          {origin === 'app' && (
            <>
              <IconButton label={ti('idp.editNamed', { name })} onClick={onEdit}>
                <IconPencil size={20} stroke={1.6} />
              </IconButton>
              <IconButton danger label={ti('idp.deleteNamed', { name })} onClick={onDelete}>
                <IconTrash size={20} stroke={1.6} />
              </IconButton>
            </>
          )}
        </div>
      </div>
      {(tried.data || tried.error) && (
        <div className={classes.tried} role="status">
          <Callout
            tone={tried.data && tried.data.problem == null ? 'calm' : 'bad'}
            icon={
              tried.data && tried.data.problem == null ? (
                <IconCheck size={20} stroke={1.8} />
              ) : (
                <IconAlertTriangle size={20} stroke={1.7} />
              )
            }
            title={tried.error ? errorSentence(tried.error) : tried.data && outcomeOf(tried.data, name)}
          />
          {tried.data?.problem && (
            <details className={classes.words}>
              <summary>{ta('tasks.details')}</summary>
              <code>{tried.data.problem}</code>
            </details>
          )}
        </div>
      )}
    </li>
  )
}

/** Sentences of refusals are for people who sign in, except the one about the client. */
function outcomeOf({ reason, problem, accepted }: IdentityProviderTest, name: string): string {
  if (reason === 'oidc_unreachable') return ti('idp.testUnreachable', { name })
  if (reason === 'oidc_provider') return ti('idp.testInvalid', { name })
  if (reason) return refusalSentence(reason)
  if (problem) return ti('idp.testInvalid', { name })
  return ti(accepted ? 'idp.testOk' : 'idp.testReachable', { name })
}

function Delete({ provider, onClose }: { readonly provider: IdentityProviderDto; readonly onClose: () => void }) {
  const remove = useDeleteProvider(provider.name, onClose)
  return (
    <ConfirmDialog
      opened
      title={ti('idp.deleteTitle', { name: provider.displayName })}
      confirmLabel={ti('idp.remove')}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {ti('idp.deleteText')}
    </ConfirmDialog>
  )
}
