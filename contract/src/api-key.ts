import { nullable, Timestamp, Uuid } from './ids'
import { PageQuery, paginated } from './paging'
import { json, nothing, route } from './route'
import * as z from './zod'

const apiKeyShape = {
  id: Uuid,
  userId: Uuid,
  name: z.string(),
  keyPrefix: z.string(),
  permissions: z.array(z.string()),
  isActive: z.boolean(),
  expiresAt: nullable(Timestamp),
  lastUsedAt: nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}

export const ApiKeyDto = z.object(apiKeyShape).meta({ id: 'ApiKeyDto' })
export type ApiKeyDto = z.infer<typeof ApiKeyDto>

export const CreateApiKeyRequest = z
  .object({
    name: z.string().trim().min(1).max(100),
    permissions: nullable(z.array(z.string()).max(100)),
    expiresAt: nullable(Timestamp),
  })
  .meta({ id: 'CreateApiKeyRequest' })
export type CreateApiKeyRequest = z.infer<typeof CreateApiKeyRequest>

export const CreateApiKeyResponse = z
  .object({ ...apiKeyShape, key: z.string().meta({ description: 'The secret; shown only once' }) })
  .meta({ id: 'CreateApiKeyResponse' })
export type CreateApiKeyResponse = z.infer<typeof CreateApiKeyResponse>

export const UpdateApiKeyRequest = z
  .object({
    name: nullable(z.string().trim().min(1).max(100)),
    permissions: nullable(z.array(z.string()).max(100)),
    isActive: nullable(z.boolean()),
    expiresAt: nullable(Timestamp),
  })
  .meta({ id: 'UpdateApiKeyRequest' })
export type UpdateApiKeyRequest = z.infer<typeof UpdateApiKeyRequest>

const ApiKeyParams = z.object({ api_key_id: Uuid })

export const listApiKeys = route({
  id: 'list_api_keys',
  method: 'get',
  path: '/api/v1/api-keys',
  tag: 'API Keys',
  summary: 'The API keys of the caller',
  access: 'api-keys-read',
  query: PageQuery,
  status: 200,
  payload: json(paginated('ApiKeyDto', ApiKeyDto)),
})

export const createApiKey = route({
  id: 'create_api_key',
  method: 'post',
  path: '/api/v1/api-keys',
  tag: 'API Keys',
  summary: 'Create an API key; only this response has its secret',
  access: 'api-keys-write',
  body: CreateApiKeyRequest,
  status: 201,
  payload: json(CreateApiKeyResponse),
  errors: [409],
})

export const getApiKey = route({
  id: 'get_api_key',
  method: 'get',
  path: '/api/v1/api-keys/{api_key_id}',
  tag: 'API Keys',
  summary: 'One API key',
  access: 'api-keys-read',
  params: ApiKeyParams,
  status: 200,
  payload: json(ApiKeyDto),
  errors: [404],
})

export const updateApiKey = route({
  id: 'update_api_key',
  method: 'patch',
  path: '/api/v1/api-keys/{api_key_id}',
  tag: 'API Keys',
  summary: 'Change the name, permissions, state or expiry of an API key',
  access: 'api-keys-write',
  params: ApiKeyParams,
  body: UpdateApiKeyRequest,
  status: 200,
  payload: json(ApiKeyDto),
  errors: [404],
})

export const deleteApiKey = route({
  id: 'delete_api_key',
  method: 'delete',
  path: '/api/v1/api-keys/{api_key_id}',
  tag: 'API Keys',
  summary: 'Revoke an API key',
  access: 'api-keys-delete',
  params: ApiKeyParams,
  status: 204,
  payload: nothing,
  errors: [404],
})
