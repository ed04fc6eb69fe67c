import type { Generated } from 'kysely'
import { OF_USER, type TableEntries } from './table'

/** A provider that was set up in the app. */
export interface IdentityProvidersTable {
  pk: Generated<number>
  id: string
  /** Stands in addresses; never changed. */
  name: string
  display_name: string
  issuer_url: string
  client_id: string
  /** Encrypted with the server's key. */
  client_secret: string | null
  /** JSON array. */
  scopes: string
  /** JSON object: role to names of groups. */
  role_mapping: string
  groups_claim: string
  username_claim: string
  email_claim: string
  enabled: Generated<boolean>
  created_at: number
  updated_at: number
}

/** An account at a provider by which a user signs in: issuer and subject are what it is known by. */
export interface IdentitiesTable {
  pk: Generated<number>
  id: string
  user_pk: number
  /** Name of the provider when it was last used. */
  provider: string
  issuer: string
  subject: string
  /** Address or name there, for people to tell them apart. */
  label: string | null
  created_at: number
  last_used_at: number | null
}

/** A started sign-in; the row is deleted when the browser returns with it. */
export interface OidcFlowsTable {
  /** SHA-256, hex, of what the provider hands back. */
  state_hash: string
  /** SHA-256 of the cookie of the browser that began it; null where an app did. */
  browser_hash: string | null
  provider: string
  /** Nonce and code verifier, encrypted with the server's key. */
  sealed: string
  /** Where the provider sends the browser back to. */
  redirect_url: string
  /** Where an app gets its tokens. */
  app_url: string | null
  next: string | null
  /** The signed-in user who links an account; null for a sign-in. */
  link_user_pk: number | null
  expires_at: number
}

export const OIDC_TABLES = {
  identity_providers: { owner: 'features/people/oidc', makesStale: 'nothing', seenWith: 'nobody' },
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
  },
} satisfies TableEntries
