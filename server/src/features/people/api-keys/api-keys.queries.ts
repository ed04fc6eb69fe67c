import type { Permission } from '@octavo/contract/access'
import { type Reader, runPrepared } from '../../../db'
import type { ApiKeysTable } from '../../../db/schema/users'
import type { Viewer } from '../../../kernel/viewer'
import { permissionNames } from '../users'
import type { ApiKey } from './api-key'

type ApiKeyRow = Omit<ApiKeysTable, 'pk' | 'reader_key_hash'> & { readonly pk: number; readonly user_id: string }

/** Takes no viewer: the result identifies the viewer. */
export async function apiKeyByPrefix(reader: Reader, prefix: string): Promise<ApiKey | null> {
  const [row] = await runPrepared<ApiKeyRow, { prefix: string }>(reader, 'api-keys.by-prefix', { prefix }, (p, query) =>
    rows(query).where('key_prefix', '=', p.prefix),
  )
  return row ? toApiKey(row) : null
}

/** The same by the hash that KOReader sends. */
export async function apiKeyByReaderHash(reader: Reader, hash: string): Promise<ApiKey | null> {
  const [row] = await runPrepared<ApiKeyRow, { hash: string }>(reader, 'api-keys.by-reader', { hash }, (p, query) =>
    rows(query).where('reader_key_hash', '=', p.hash),
  )
  return row ? toApiKey(row) : null
}

/** The same for many. */
export async function apiKeysByPrefixes(reader: Reader, prefixes: readonly string[]): Promise<ApiKey[]> {
  if (prefixes.length === 0) return []
  const found = await rows(reader.query).where('key_prefix', 'in', prefixes).execute()
  return found.map(toApiKey)
}

/** A key of the viewer, or of anyone if the viewer has that permission. */
export async function apiKeyById(
  reader: Reader,
  viewer: Viewer,
  id: string,
  forOthers: Permission,
): Promise<ApiKey | null> {
  const [row] = await runPrepared<ApiKeyRow, { id: string }>(reader, 'api-keys.by-id', { id }, (p, query) =>
    rows(query).where('api_keys.id', '=', p.id),
  )
  if (!row || (row.user_pk !== viewer.userPk && !viewer.permissions.has(forOthers))) return null
  return toApiKey(row)
}

/** The viewer's keys, newest first. */
export async function ownApiKeys(
  reader: Reader,
  viewer: Viewer,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly keys: ApiKey[]; readonly total: number }> {
  const values = { owner: viewer.userPk, limit, offset }
  const [found, [counted]] = await Promise.all([
    runPrepared<ApiKeyRow, typeof values>(reader, 'api-keys.own', values, (p, query) =>
      rows(query).where('user_pk', '=', p.owner).orderBy('api_keys.pk', 'desc').limit(p.limit).offset(p.offset),
    ),
    runPrepared<{ total: number }, { owner: number }>(reader, 'api-keys.count', { owner: viewer.userPk }, (p, query) =>
      query
        .selectFrom('api_keys')
        .select(select => select.fn.countAll<number>().as('total'))
        .where('user_pk', '=', p.owner),
    ),
  ])
  return { keys: found.map(toApiKey), total: counted?.total ?? 0 }
}

function rows(query: Reader['query']) {
  return query
    .selectFrom('api_keys')
    .innerJoin('users', 'users.pk', 'api_keys.user_pk')
    .selectAll('api_keys')
    .select('users.id as user_id')
}

function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    pk: row.pk,
    id: row.id,
    userId: row.user_id,
    name: row.name,
    keyPrefix: row.key_prefix,
    keyHash: row.key_hash,
    permissions: new Set(permissionNames.parsePermissions(row.permissions)),
    isActive: row.is_active,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
