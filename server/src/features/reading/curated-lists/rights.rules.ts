import { refused } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import type { CuratedListRow } from './curated-list-row'
import type { Kind } from './kind'

type Asker = Pick<Viewer, 'userPk' | 'permissions'>

export const isOwner = (viewer: Asker, row: Pick<CuratedListRow, 'owner_pk'>) => row.owner_pk === viewer.userPk

/** Ownerless lists are managed by administrators, public ones by everybody who may edit those of others. */
function looksAfter(viewer: Asker, row: CuratedListRow, permission: Kind['write' | 'remove']): boolean {
  if (row.visibility === 'public' && viewer.permissions.has(permission)) return true
  return row.owner_pk === null && viewer.permissions.has('system-admin')
}

export function mayEdit(kind: Kind, viewer: Asker, row: CuratedListRow): boolean {
  return isOwner(viewer, row) || row.helps || looksAfter(viewer, row, kind.write)
}

export function mayDelete(kind: Kind, viewer: Asker, row: CuratedListRow): boolean {
  return isOwner(viewer, row) || looksAfter(viewer, row, kind.remove)
}

/** Editors change the members of a list, but not its shares. */
export function mayShare(kind: Kind, viewer: Asker, row: CuratedListRow): boolean {
  return viewer.permissions.has(kind.write) && (isOwner(viewer, row) || looksAfter(viewer, row, kind.write))
}

/** @throws Forbidden */
export function requireRight(isAllowed: boolean, { noun }: Kind): void {
  if (isAllowed) return
  throw refused('Forbidden', 'list_foreign', `${noun} of somebody else: only its owner and editors can do this`)
}

/** @throws Forbidden: sharing requires a permission */
export function requirePublishing({ write }: Kind, viewer: Asker): void {
  if (viewer.permissions.has(write)) return
  throw refused('Forbidden', 'permission_missing', `Missing required permission: ${write}`, { permission: write })
}
