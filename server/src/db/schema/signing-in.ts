import type { Generated } from 'kysely'

/** One sign-in on one device. Ended ones are deleted. */
export interface SessionsTable {
  pk: Generated<number>
  id: string
  user_pk: number
  /** The user's when the session was opened or went on: a new password ends all others. */
  credentials_version: number
  /** How it was opened: password, registration, set-up. */
  way: string
  user_agent: string
  address: string
  created_at: number
  last_used_at: number
  expires_at: number
}

export interface RefreshTokensTable {
  /** SHA-256, hex: the token has 256 random bits. */
  token_hash: string
  session_pk: number
  created_at: number
  /** Null while it is good; a token that is shown again after that was stolen. */
  used_at: number | null
}

/** What a link by mail or from an admin lets its holder do, once. */
export interface AccountLinksTable {
  token_hash: string
  user_pk: number
  purpose: string
  /** The address that it was sent to; null for a link that an admin hands over. */
  email: string | null
  expires_at: number
}

export interface TotpSecretsTable {
  user_pk: number
  /** Encrypted with the server's key. */
  secret: string
  /** Number of the last half minute whose code was taken: it and older ones are refused. */
  last_step: number
  created_at: number
  /** Null until the first code was right: before that it asks for nothing. */
  confirmed_at: number | null
}

export interface RecoveryCodesTable {
  user_pk: number
  code_hash: string
}
