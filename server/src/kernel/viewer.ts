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
  /** What let the viewer in: whatever goes on after the request ends with it. */
  readonly pass?: Pass
}

/** Credentials as they were when they were checked, for looking again whether they still hold. */
export interface Pass {
  /** Null for an API key, which a new password does not end. */
  readonly credentialsVersion: number | null
  readonly keyPrefix: string | null
  /** When it ends by itself, in epoch milliseconds; null when it does not. */
  readonly endsAt: number | null
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
