import { createApiKey, deleteApiKey, getApiKey, listApiKeys, updateApiKey } from '@octavo/contract/api-key'
import type { Binder } from '../../../http/bind'
import { envelope } from '../../../http/envelope'
import { notFound } from '../../../kernel/app-error'
import { apiKeyById, ownApiKeys } from './api-keys.queries'
import { apiKeyView } from './api-keys.view'
import { type ChangeKeyDeps, changeKey, revokeKey } from './change-key'
import { createKey } from './create-key'

export type ApiKeyDeps = ChangeKeyDeps

export function apiKeyRoutes(binder: Binder, deps: ApiKeyDeps): void {
  binder.bind(listApiKeys, async ({ viewer, query: { page, pageSize }, url }) => {
    const offset = Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER)
    const { keys, total } = await ownApiKeys(deps.reader, viewer, { limit: pageSize, offset })
    return envelope(url, page, pageSize, total, keys.map(apiKeyView))
  })

  binder.bind(createApiKey, async ({ viewer, body }) => {
    const { key, secret } = await createKey(deps, viewer, body)
    return { ...apiKeyView(key), key: secret }
  })

  binder.bind(getApiKey, async ({ viewer, params }) => {
    const key = await apiKeyById(deps.reader, viewer, params.api_key_id, 'users-read')
    if (!key) throw notFound('API key')
    return apiKeyView(key)
  })

  binder.bind(updateApiKey, async ({ viewer, params, body }) =>
    apiKeyView(await changeKey(deps, viewer, params.api_key_id, body)),
  )

  binder.bind(deleteApiKey, async ({ viewer, params }) => {
    await revokeKey(deps, viewer, params.api_key_id)
    return null
  })
}
