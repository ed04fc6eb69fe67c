import type { Permission, Role } from '@octavo/contract/access'

/**
 * Who asks, and what they may see: a required argument of every query.
 * Made by `http/authenticate` only; background work uses `SYSTEM_VIEWER`.
 */
export interface Viewer {
  /** Internal key of the user; 0 for the system itself. */
  readonly userPk: number
  readonly userId: string
  readonly role: Role
  /** What this request may do: the user's permissions, narrowed by the API key when one is used. */
  readonly permissions: ReadonlySet<Permission>
  /** When the API key of this request ends, in epoch milliseconds; absent without a key and for one without end. */
  readonly endsAt?: number
  readonly visibility: Visibility
}

/** Which part of the catalogue is there for this viewer. */
export type Visibility =
  | { readonly kind: 'all' }
  | { readonly kind: 'libraries'; readonly libraryPks: readonly number[] }

export const SYSTEM_VIEWER: Viewer = {
  userPk: 0,
  userId: '00000000-0000-0000-0000-000000000000',
  role: 'admin',
  permissions: new Set(),
  visibility: { kind: 'all' },
}
