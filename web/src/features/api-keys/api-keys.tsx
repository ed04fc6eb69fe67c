import { Button } from '@mantine/core'
import { IconKey, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKeyDto } from '../../api/types'
import { formatDate, formatRelativeTime } from '../../messages'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { dotted } from '../../ui/detail'
import { errorSentence } from '../../ui/error-sentence'
import { IconButton } from '../../ui/icon-button'
import rows from '../../ui/rows.module.css'
import { useMay, useSession } from '../auth'
import { PermissionNames } from '../permissions'
import classes from './api-keys.module.css'
import { apiKeysQuery, useRevokeApiKey } from './api-keys.queries'
import { CreateKey } from './create-key'
import { scopeOf } from './key-draft.rules'
import { tq } from './messages'

/** The keys of the signed-in user: permissions, last use, expiry. */
export function ApiKeys() {
  const { data: keys, error } = useQuery(apiKeysQuery)
  const mayCreate = useMay('api-keys-write')
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<ApiKeyDto | null>(null)
  return (
    <div className={classes.keys}>
      {mayCreate && (
        <Button
          className={classes.create ?? ''}
          leftSection={<IconPlus size={18} stroke={1.8} />}
          onClick={() => setCreating(true)}
        >
          {tq('apiKeys.create')}
        </Button>
      )}
      {error && <p role="alert">{errorSentence(error)}</p>}
      {keys && keys.length > 0 && (
        <ul className={rows.list} aria-label={tq('apiKeys.title')}>
          {keys.map(key => (
            <KeyRow key={key.id} apiKey={key} onRevoke={() => setRevoking(key)} />
          ))}
        </ul>
      )}
      {keys?.length === 0 && <p className={classes.none}>{tq('apiKeys.none')}</p>}
      {creating && <CreateKey onClose={() => setCreating(false)} />}
      {revoking && <RevokeKey key={revoking.id} apiKey={revoking} onClose={() => setRevoking(null)} />}
    </div>
  )
}

function KeyRow({ apiKey, onRevoke }: { readonly apiKey: ApiKeyDto; readonly onRevoke: () => void }) {
  const { name, keyPrefix, permissions, expiresAt, lastUsedAt, createdAt, isActive } = apiKey
  const held = useSession()?.permissions ?? []
  const mayRevoke = useMay('api-keys-delete')
  const hasEnded = expiresAt != null && Date.parse(expiresAt) <= Date.now()
  const scope = scopeOf(permissions, held)
  return (
    <li className={rows.row} data-off={hasEnded || !isActive}>
      <IconKey size={20} stroke={1.6} aria-hidden />
      <div className={rows.words}>
        <strong>
          {name}
          {hasEnded && <span className={rows.mark}>{tq('apiKeys.expired')}</span>}
          {!isActive && <span className={rows.mark}>{tq('apiKeys.turnedOff')}</span>}
        </strong>
        <span>
          <code className={classes.prefix}>{keyPrefix}…</code>
        </span>
        <span>
          {dotted([
            tq('apiKeys.created', { date: formatDate(createdAt) }),
            lastUsedAt ? tq('apiKeys.used', { when: formatRelativeTime(lastUsedAt) }) : tq('apiKeys.neverUsed'),
            expiresAt && tq(hasEnded ? 'apiKeys.expiredOn' : 'apiKeys.expires', { date: formatDate(expiresAt) }),
          ])}
        </span>
        <details className={classes.may}>
          <summary>
            {scope === 'all'
              ? tq('apiKeys.fullAccess')
              : scope === 'reading'
                ? tq('apiKeys.readingOnly')
                : tq('apiKeys.permissionCount', { count: permissions.length })}
          </summary>
          <PermissionNames label={tq('apiKeys.permissions')} permissions={permissions} />
        </details>
      </div>
      {mayRevoke && (
        <IconButton danger label={tq('apiKeys.revokeNamed', { name })} onClick={onRevoke}>
          <IconTrash size={20} stroke={1.6} />
        </IconButton>
      )}
    </li>
  )
}

function RevokeKey({ apiKey, onClose }: { readonly apiKey: ApiKeyDto; readonly onClose: () => void }) {
  const revoke = useRevokeApiKey(apiKey.id, onClose)
  return (
    <ConfirmDialog
      opened
      title={tq('apiKeys.revokeTitle', { name: apiKey.name })}
      confirmLabel={tq('apiKeys.revoke')}
      pending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      {tq('apiKeys.revokeText')}
    </ConfirmDialog>
  )
}
