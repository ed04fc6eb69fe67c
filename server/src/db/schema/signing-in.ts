import type { Generated } from 'kysely'
import { OF_USER, type TableEntries } from './table'

/** One sign-in on one device. Ended ones are deleted. */
export interface SessionsTable {
  pk: Generated<number>
  id: string
  user_pk: number
  /** The user's when the session was opened or went on: a new password ends all others. */
  credentials_version: number
  /** How it was opened: password, passkey, registration, set-up. */
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

/** A key pair whose private half never leaves its owner's device. */
export interface PasskeysTable {
  pk: Generated<number>
  id: string
  user_pk: number
  name: string
  /** base64url, as the device calls it. */
  credential_id: string
  /** COSE key, base64url. */
  public_key: string
  /** Of signatures, for devices that count them: one that does not grow comes from a copy. */
  counter: number
  /** How browsers reach the device: a JSON array of words. */
  transports: string
  /** Name of the server that it is made for. */
  rp_id: string
  /** Origin of the page that made it. */
  origin: string
  synced: boolean
  created_at: number
  last_used_at: number | null
}

/** Challenges that were answered: each counts once. */
export interface UsedChallengesTable {
  challenge: string
  expires_at: number
}

export const SIGNING_IN_TABLES = {
  sessions: {
    owner: 'features/people/sessions',
    makesStale: 'nothing',
    seenWith: 'user',
    references: { user_pk: OF_USER },
  },
  refresh_tokens: { owner: 'features/people/sessions', makesStale: 'nothing', seenWith: 'nobody' },
  account_links: {
    owner: 'features/people/account-links',
    makesStale: 'nothing',
    seenWith: 'user',
    references: { user_pk: OF_USER },
  },
  totp_secrets: {
    owner: 'features/people/second-factor',
    makesStale: 'nothing',
    seenWith: 'user',
    references: { user_pk: OF_USER },
  },
  recovery_codes: {
    owner: 'features/people/second-factor',
    makesStale: 'nothing',
    seenWith: 'user',
    references: { user_pk: OF_USER },
  },
  passkeys: {
    owner: 'features/people/passkeys',
    makesStale: 'nothing',
    seenWith: 'user',
    references: { user_pk: OF_USER },
  },
  used_challenges: { owner: 'features/people/passkeys', makesStale: 'nothing', seenWith: 'nobody' },
} satisfies TableEntries
