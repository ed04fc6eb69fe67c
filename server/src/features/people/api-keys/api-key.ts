import type { Permission } from '@octavo/contract/access'

/** An API key with its owner. Times in epoch milliseconds. */
export interface ApiKey {
  readonly pk: number
  readonly id: string
  readonly userId: string
  readonly name: string
  /** `octavo_<16 hex>`: public, and how the key is found. */
  readonly keyPrefix: string
  /** SHA-256 of the whole secret, hex. */
  readonly keyHash: string
  /** What the key was made for; it can do no more than its owner can at that moment. */
  readonly permissions: ReadonlySet<Permission>
  readonly isActive: boolean
  readonly expiresAt: number | null
  readonly lastUsedAt: number | null
  readonly createdAt: number
  readonly updatedAt: number
}
