import type { Role } from '@octavo/contract/access'

/** An identity provider as it is set up. */
export interface Provider {
  /** Stands in addresses. */
  readonly name: string
  readonly displayName: string
  readonly issuerUrl: string
  readonly clientId: string
  readonly clientSecret: string | null
  readonly scopes: readonly string[]
  /** Groups whose members have a role; empty where the provider decides on no roles. */
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

/** What is taken where nothing is said. */
export const USUAL = {
  scopes: ['openid', 'profile', 'email'],
  roleMapping: {},
  groupsClaim: 'groups',
  usernameClaim: 'preferred_username',
  emailClaim: 'email',
} as const
