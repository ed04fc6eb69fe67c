import type { Clock } from '../../../kernel/clock'
import type { ApiKey } from './api-key'
import type { ApiKeyCache } from './api-key-cache'
import type { KeyUse } from './key-use'
import { matchesSecret, secretPrefix } from './secret.rules'

export type KeyCheck =
  | { readonly kind: 'valid'; readonly key: ApiKey }
  | { readonly kind: 'refused'; readonly message: string }

const INVALID: KeyCheck = { kind: 'refused', message: 'Invalid API key' }

/** Finds the key of a secret and notes its use. Whether its owner may still sign in is for the caller to see. */
export async function checkKey(
  { keys, use, now }: { readonly keys: ApiKeyCache; readonly use: KeyUse; readonly now: Clock },
  secret: string,
): Promise<KeyCheck> {
  const prefix = secretPrefix(secret)
  if (!prefix) return INVALID
  const key = await keys.get(prefix)
  if (!key || !matchesSecret(secret, key.keyHash)) return INVALID
  if (!key.isActive) return { kind: 'refused', message: 'This API key is switched off' }
  if (key.expiresAt !== null && key.expiresAt <= now()) return { kind: 'refused', message: 'This API key has expired' }
  use.note(key)
  return { kind: 'valid', key }
}
