import { PERMISSIONS } from '@octavo/contract/access'
import type { CreateApiKeyRequest } from '@octavo/contract/api-key'
import type { Reader, Write } from '../../../db'
import { refused } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { recordAct } from '../../../platform/audit-log'
import { requireRoom } from '../quotas'
import type { ApiKey } from './api-key'
import { apiKeyById } from './api-keys.queries'
import { grantedPermissions, requireNoMoreThan } from './api-keys.rules'
import { insertApiKey } from './api-keys.store'
import { createSecret } from './secret.rules'

/**
 * Creates a key of the viewer. By default it gets the permissions of this call; created with an expiring key, it
 * expires no later than that.
 * @throws BadRequest, Forbidden
 */
export async function createKey(
  { reader, write, now }: { readonly reader: Reader; readonly write: Write; readonly now: Clock },
  viewer: Viewer,
  request: CreateApiKeyRequest,
): Promise<{ readonly key: ApiKey; readonly secret: string }> {
  const permissions = grantedPermissions(
    request.permissions ?? PERMISSIONS.filter(permission => viewer.permissions.has(permission)),
    viewer.permissions,
  )
  const { secret, prefix, hash, readerHash } = createSecret()
  const expiresAt = request.expiresAt ? Date.parse(request.expiresAt) : (viewer.endsAt ?? null)
  if (expiresAt !== null && expiresAt <= now())
    throw refused('BadRequest', 'key_ended', 'The expiry date is in the past', 'expiresAt')
  requireNoMoreThan(viewer, { permissions: new Set(permissions), expiresAt }, viewer)
  const id = await write(async tx => {
    const made = { userPk: viewer.userPk, name: request.name, prefix, hash, readerHash, permissions, expiresAt }
    await requireRoom(tx, viewer.userPk, 'apiKeys')
    const id = await insertApiKey(tx, made, now())
    const subject = { kind: 'api_key', id, name: request.name } as const
    await recordAct(tx, viewer, 'api_key_created', subject, { now: now(), details: { prefix, permissions, expiresAt } })
    return id
  })
  const key = await apiKeyById(reader, viewer, id, 'users-read')
  if (!key) throw new Error('The API key just made is not there')
  return { key, secret }
}
