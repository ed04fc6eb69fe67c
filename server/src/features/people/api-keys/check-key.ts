import type { Reader } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import type { ApiKey } from './api-key'
import type { ApiKeyCache } from './api-key-cache'
import { apiKeyByReaderHash } from './api-keys.queries'
import type { KeyUse } from './key-use'
import { hashReaderKey, matchesSecret, secretPrefix } from './secret.rules'

export type KeyCheck =
  | { readonly kind: 'valid'; readonly key: ApiKey }
  | { readonly kind: 'refused'; readonly message: string }

const MD5 = /^[0-9a-f]{32}$/i
const INVALID: KeyCheck = { kind: 'refused', message: 'Invalid API key' }

/** Finds the key of a secret and records its use. The caller checks whether its owner can still sign in. */
export async function checkKey(
  { keys, use, now }: { readonly keys: ApiKeyCache; readonly use: KeyUse; readonly now: Clock },
  secret: string,
): Promise<KeyCheck> {
  const prefix = secretPrefix(secret)
  if (!prefix) return INVALID
  const key = await keys.get(prefix)
  if (!key || !matchesSecret(secret, key.keyHash)) return INVALID
  return usable(key, { use, now })
}

/** The same for an app that sends only the secret's MD5. */
export async function checkReaderKey(
  { reader, use, now }: { readonly reader: Reader; readonly use: KeyUse; readonly now: Clock },
  md5: string,
): Promise<KeyCheck> {
  const key = MD5.test(md5) ? await apiKeyByReaderHash(reader, hashReaderKey(md5)) : null
  return key ? usable(key, { use, now }) : INVALID
}

function usable(key: ApiKey, { use, now }: { readonly use: KeyUse; readonly now: Clock }): KeyCheck {
  if (!key.isActive) return { kind: 'refused', message: 'This API key is turned off' }
  if (key.expiresAt !== null && key.expiresAt <= now()) return { kind: 'refused', message: 'This API key has expired' }
  use.note(key)
  return { kind: 'valid', key }
}
