import type { UpdateApiKeyRequest } from '@octavo/contract/api-key'
import type { Reader, Write } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { recordAct, type Subject } from '../../../platform/audit-log'
import { type AccountCache, userAccess } from '../users'
import type { ApiKey } from './api-key'
import type { ApiKeyCache } from './api-key-cache'
import { apiKeyById } from './api-keys.queries'
import { grantedPermissions, requireNoMoreThan } from './api-keys.rules'
import { type ApiKeyChange, changeApiKey, deleteApiKey } from './api-keys.store'

export interface ChangeKeyDeps {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
  readonly accounts: AccountCache
  readonly keys: ApiKeyCache
}

/**
 * Changes the given fields; `expiresAt: null` removes the expiry.
 * @throws NotFound for a key that the viewer may not see, BadRequest, Forbidden
 */
export async function changeKey(
  { reader, write, now, accounts, keys }: ChangeKeyDeps,
  viewer: Viewer,
  id: string,
  request: UpdateApiKeyRequest,
): Promise<ApiKey> {
  const key = await apiKeyById(reader, viewer, id, 'users-write')
  const owner = key && (await accounts.get(key.userId))
  if (!key || !owner) throw notFound('API key')
  await userAccess.requireSight(reader, viewer, owner.pk)
  const change = changeOf(request, key, viewer)
  requireNoMoreThan(viewer, changed(key, change), owner)
  await write(async tx => {
    await changeApiKey(tx, key.pk, change, now())
    const details = { owner: owner.username, ...change }
    await recordAct(tx, viewer, 'api_key_changed', subjectOf(key), { now: now(), details })
  })
  keys.forget(key.keyPrefix)
  const result = await apiKeyById(reader, viewer, id, 'users-write')
  if (!result) throw notFound('API key')
  return result
}

/** @throws NotFound for a key that the viewer may not see */
export async function revokeKey(
  { reader, write, now, accounts, keys }: ChangeKeyDeps,
  viewer: Viewer,
  id: string,
): Promise<void> {
  const key = await apiKeyById(reader, viewer, id, 'users-delete')
  const owner = key && (await accounts.get(key.userId))
  if (!key || !owner) throw notFound('API key')
  await userAccess.requireSight(reader, viewer, owner.pk)
  const details = { owner: owner.username, prefix: key.keyPrefix }
  await write(async tx => {
    await deleteApiKey(tx, key.pk)
    await recordAct(tx, viewer, 'api_key_revoked', subjectOf(key), { now: now(), details })
  })
  keys.forget(key.keyPrefix)
}

function subjectOf({ id, name }: ApiKey): Subject {
  return { kind: 'api_key', id, name }
}

function changeOf(request: UpdateApiKeyRequest, key: ApiKey, viewer: Viewer): ApiKeyChange {
  const { name, permissions, isActive, expiresAt } = request
  return {
    ...(name != null && { name }),
    // The key keeps permissions it already has, even while its owner lacks them.
    ...(permissions != null && {
      permissions: grantedPermissions(permissions, new Set([...viewer.permissions, ...key.permissions])),
    }),
    ...(isActive != null && { isActive }),
    ...(expiresAt !== undefined && { expiresAt: expiresAt === null ? null : Date.parse(expiresAt) }),
  }
}

function changed(key: ApiKey, change: ApiKeyChange): Pick<ApiKey, 'permissions' | 'expiresAt'> {
  return {
    permissions: change.permissions ? new Set(change.permissions) : key.permissions,
    expiresAt: change.expiresAt === undefined ? key.expiresAt : change.expiresAt,
  }
}
