import type { Permission, Role } from '@octavo/contract/access'

/**
 * The caller and their visibility: a required argument of every query. Created by `http/authenticate` only; background
 * work uses `SYSTEM_VIEWER`.
 */
export interface Viewer {
  /** Internal key of the user; 0 for the system itself. */
  readonly userPk: number
  readonly userId: string
  readonly role: Role
  /** Permissions of this request: the user's, restricted by the API key if one is used. */
  readonly permissions: ReadonlySet<Permission>
  /** Expiry of the API key in epoch milliseconds; absent without a key or without an expiry. */
  readonly endsAt?: number
  readonly visibility: Visibility
  /** The viewer's credential: anything that outlives the request ends with it. */
  readonly pass?: Pass
}

/** Credentials as they were verified, to recheck them later. */
export interface Pass {
  /** Null for an API key, which a new password does not revoke. */
  readonly credentialsVersion: number | null
  readonly keyPrefix: string | null
  /** The session of a token; null for keys and passwords. */
  readonly sessionId: string | null
  /** Id of the administrator who views the app as this user, read-only. */
  readonly seenBy?: string
  /** Expiry in epoch milliseconds; null without one. */
  readonly endsAt: number | null
}

/**
 * The visible part of the catalogue: all of it, some libraries, or some of the series. A viewer who sees only part of a
 * library learns nothing about it as a whole (`isPartial` in features/people/access).
 */
export type Visibility =
  | { readonly kind: 'all' }
  | { readonly kind: 'libraries'; readonly libraryPks: readonly number[] }
  | {
      readonly kind: 'series'
      /** Null for all. */
      readonly libraryPks: readonly number[] | null
      /** By sharing tags: allowed sets of tags, and whether a series without tags is visible. Null for no rule. */
      readonly sharing: { readonly setPks: readonly number[]; readonly untagged: boolean } | null
      /** Maximum age rating, and whether unrated series are visible. Null for no rule. */
      readonly age: { readonly limit: number; readonly unrated: boolean } | null
    }

/** Whether the folders of libraries are visible: others see only paths below them. */
export function seesFolders({ permissions }: Pick<Viewer, 'permissions'>): boolean {
  return permissions.has('libraries-write')
}

/** Identifies a visibility: the same name means the same visible rows and the same SQL. */
export function visibilityKey({ visibility }: Pick<Viewer, 'visibility'>): string {
  if (visibility.kind === 'all') return 'all'
  if (visibility.kind === 'libraries') return `libraries:${visibility.libraryPks.join(',')}`
  const { libraryPks, sharing, age } = visibility
  const libraries = libraryPks === null ? '' : `libraries:${libraryPks.join(',')}`
  const sets = sharing === null ? '' : `sets:${sharing.setPks.join(',')}${sharing.untagged ? ',none' : ''}`
  const ages = age === null ? '' : `age:${age.limit}${age.unrated ? ',none' : ''}`
  return `${libraries};${sets};${ages}`
}

export const SYSTEM_VIEWER: Viewer = {
  userPk: 0,
  userId: '00000000-0000-0000-0000-000000000000',
  role: 'admin',
  permissions: new Set(),
  visibility: { kind: 'all' },
}
