import type { Generated } from 'kysely'
import { OF_USER, type TableEntries } from './table'

/** One sign-in on one device. Ended sessions are deleted. */
export interface SessionsTable {
  pk: Generated<number>
  id: string
  user_pk: number
  /** The user's when the session was opened or renewed: a new password ends all other sessions. */
  credentials_version: number
  /** Sign-in method: password, passkey, registration, set-up. */
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
  /** Null while valid; any later use of the token means that it was stolen. */
  used_at: number | null
}

/** What a one-time link by e-mail or from an administrator allows. */
export interface AccountLinksTable {
  token_hash: string
  user_pk: number
  purpose: string
  /** Address that it was sent to; null for a link created by an administrator. */
  email: string | null
  expires_at: number
}

export interface TotpSecretsTable {
  user_pk: number
  /** Encrypted with the server's key. */
  secret: string
  /** Time step of the last accepted code: it and older ones are refused. */
  last_step: number
  created_at: number
  /** Null until the first correct code: not required before that. */
  confirmed_at: number | null
}

export interface RecoveryCodesTable {
  user_pk: number
  code_hash: string
}

/** A key pair; its private key never leaves the device. */
export interface PasskeysTable {
  pk: Generated<number>
  id: string
  user_pk: number
  name: string
  /** Credential id, base64url. */
  credential_id: string
  /** COSE key, base64url. */
  public_key: string
  /** Signature counter: on devices that count, one that does not grow means a cloned key. */
  counter: number
  /** Transports: a JSON array of words. */
  transports: string
  /** Relying party: the server name that it is made for. */
  rp_id: string
  /** Origin of the page that created it. */
  origin: string
  synced: boolean
  created_at: number
  last_used_at: number | null
}

/** Used challenges: each is valid once. */
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
    secret: 'rows',
  },
  refresh_tokens: { owner: 'features/people/sessions', makesStale: 'nothing', seenWith: 'nobody', secret: 'rows' },
  account_links: {
    owner: 'features/people/account-links',
    makesStale: 'nothing',
    seenWith: 'user',
    references: { user_pk: OF_USER },
    secret: 'rows',
  },
  totp_secrets: {
    owner: 'features/people/second-factor',
    makesStale: 'nothing',
    seenWith: 'user',
    references: { user_pk: OF_USER },
    secret: 'rows',
  },
  recovery_codes: {
    owner: 'features/people/second-factor',
    makesStale: 'nothing',
    seenWith: 'user',
    references: { user_pk: OF_USER },
    secret: 'rows',
  },
  passkeys: {
    owner: 'features/people/passkeys',
    makesStale: 'nothing',
    seenWith: 'user',
    references: { user_pk: OF_USER },
  },
  used_challenges: { owner: 'features/people/passkeys', makesStale: 'nothing', seenWith: 'nobody' },
} satisfies TableEntries
