import type { Role } from '@octavo/contract/access'

/** A configured identity provider. */
export interface Provider {
  /** Part of addresses. */
  readonly name: string
  readonly displayName: string
  readonly issuerUrl: string
  readonly clientId: string
  readonly clientSecret: string | null
  readonly scopes: readonly string[]
  /** Groups that give their members a role; empty if the provider does not assign roles. */
  readonly roleMapping: RoleMapping
  readonly groupsClaim: string
  readonly usernameClaim: string
  readonly emailClaim: string
  readonly enabled: boolean
  /** server: from its file or environment. */
  readonly origin: 'app' | 'server'
  readonly createdAt: number | null
  readonly updatedAt: number | null
}

export type RoleMapping = { readonly [R in Role]?: readonly string[] | undefined }

/** Defaults. */
export const USUAL = {
  scopes: ['openid', 'profile', 'email'],
  roleMapping: {},
  groupsClaim: 'groups',
  usernameClaim: 'preferred_username',
  emailClaim: 'email',
} as const
