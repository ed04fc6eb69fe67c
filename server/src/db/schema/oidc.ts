import type { Generated } from 'kysely'
import { OF_USER, type TableEntries } from './table'

/** A provider configured in the app. */
export interface IdentityProvidersTable {
  pk: Generated<number>
  id: string
  /** Part of addresses; never changed. */
  name: string
  display_name: string
  issuer_url: string
  client_id: string
  /** Encrypted with the server's key. */
  client_secret: string | null
  /** JSON array. */
  scopes: string
  /** JSON object: role to group names. */
  role_mapping: string
  groups_claim: string
  username_claim: string
  email_claim: string
  enabled: Generated<boolean>
  created_at: number
  updated_at: number
}

/** A linked account at a provider, identified by issuer and subject. */
export interface IdentitiesTable {
  pk: Generated<number>
  id: string
  user_pk: number
  /** Name of the provider at the last sign-in. */
  provider: string
  issuer: string
  subject: string
  /** E-mail or user name there, for people to tell accounts apart. */
  label: string | null
  created_at: number
  last_used_at: number | null
}

/** A sign-in in progress; the row is deleted when the browser returns with it. */
export interface OidcFlowsTable {
  /** SHA-256, hex, of the state that the provider returns. */
  state_hash: string
  /** SHA-256 of the cookie of the browser that started it; null if an app did. */
  browser_hash: string | null
  provider: string
  /** Nonce and code verifier, encrypted with the server's key. */
  sealed: string
  /** Redirect address of the browser. */
  redirect_url: string
  /** Address to which an app returns for its tokens. */
  app_url: string | null
  next: string | null
  /** The signed-in user who links an account; null for a sign-in. */
  link_user_pk: number | null
  expires_at: number
}

export const OIDC_TABLES = {
  identity_providers: {
    owner: 'features/people/oidc',
    makesStale: 'nothing',
    seenWith: 'nobody',
    secret: { client_secret: null },
  },
  identities: {
    owner: 'features/people/oidc',
    makesStale: 'nothing',
    seenWith: 'user',
    references: { user_pk: OF_USER },
  },
  oidc_flows: {
    owner: 'features/people/oidc',
    makesStale: 'nothing',
    seenWith: 'nobody',
    references: { link_user_pk: OF_USER },
    secret: 'rows',
  },
} satisfies TableEntries
