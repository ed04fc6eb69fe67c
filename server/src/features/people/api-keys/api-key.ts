import type { Permission } from '@octavo/contract/access'

/** An API key with its owner. Times in epoch milliseconds. */
export interface ApiKey {
  readonly pk: number
  readonly id: string
  readonly userId: string
  readonly name: string
  /** `octavo_<16 hex>`: public, used to find the key. */
  readonly keyPrefix: string
  /** SHA-256 of the whole secret, hex. */
  readonly keyHash: string
  /** Permissions given to the key; it never exceeds its owner's current ones. */
  readonly permissions: ReadonlySet<Permission>
  readonly isActive: boolean
  readonly expiresAt: number | null
  readonly lastUsedAt: number | null
  readonly createdAt: number
  readonly updatedAt: number
}
