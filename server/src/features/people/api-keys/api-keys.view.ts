import { PERMISSIONS } from '@octavo/contract/access'
import type { ApiKeyDto } from '@octavo/contract/api-key'
import { timestamp, timestampOrNull } from '../../../kernel/clock'
import type { ApiKey } from './api-key'

export function apiKeyView(key: ApiKey): ApiKeyDto {
  return {
    id: key.id,
    userId: key.userId,
    name: key.name,
    keyPrefix: key.keyPrefix,
    permissions: PERMISSIONS.filter(permission => key.permissions.has(permission)),
    isActive: key.isActive,
    expiresAt: timestampOrNull(key.expiresAt),
    lastUsedAt: timestampOrNull(key.lastUsedAt),
    createdAt: timestamp(key.createdAt),
    updatedAt: timestamp(key.updatedAt),
  }
}
