import type { Permission, Role } from '@octavo/contract/access'

/**
 * The caller and what they may see: a required argument of every query.
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
  /** The viewer's credential: what outlives the request ends with it. */
  readonly pass?: Pass
}

/** Credentials as they were when they were checked, for looking again whether they still hold. */
export interface Pass {
  /** Null for an API key, which a new password does not end. */
  readonly credentialsVersion: number | null
  readonly keyPrefix: string | null
  /** The session that a token is of; null for keys and passwords. */
  readonly sessionId: string | null
  /** Id of the administrator who views the app as this user, read-only. */
  readonly seenBy?: string
  /** When it ends by itself, in epoch milliseconds; null when it does not. */
  readonly endsAt: number | null
}

/**
 * Which part of the catalogue is there for this viewer: all of it, some libraries, or some of the series. A viewer who sees
 * only part of a library learns nothing about it as a whole (`isPartial` in features/people/access).
 */
export type Visibility =
  | { readonly kind: 'all' }
  | { readonly kind: 'libraries'; readonly libraryPks: readonly number[] }
  | {
      readonly kind: 'series'
      /** Null for all of them. */
      readonly libraryPks: readonly number[] | null
      /** By sharing tags: the sets of tags that a series may have, and whether it may have none. Null for no rule. */
      readonly sharing: { readonly setPks: readonly number[]; readonly untagged: boolean } | null
      /** Series for readers of this age or younger, and whether those of which nobody knows it. Null for no rule. */
      readonly age: { readonly limit: number; readonly unrated: boolean } | null
    }

/** Whether the folders of libraries are shown: others see paths below them, and nothing of the disk. */
export function seesFolders({ permissions }: Pick<Viewer, 'permissions'>): boolean {
  return permissions.has('libraries-write')
}

/** Names a visibility: with the same name the same is seen, and the SQL that says so is the same. */
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
