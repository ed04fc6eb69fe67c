import type { Permission } from '@octavo/contract/access'
import type { Happening } from '../../db/happening'
import type { Viewer } from '../../kernel/viewer'
import { visibilityKey } from './visible'

/** Whether the viewer may be told of something that happened. It asks no database: many are told at once. */
export function mayHear(viewer: Viewer, happening: Happening): boolean {
  const { to } = happening
  if (to.userPk !== undefined && to.userPk !== viewer.userPk) return false
  if (to.libraryPk !== undefined && !seesLibrary(viewer, to.libraryPk)) return false
  const needed = permissionFor(happening)
  return needed !== null && viewer.permissions.has(needed)
}

/** Names all that `mayHear` looks at but the user: with the same key, the same is heard of what is for everybody. */
export function hearingKey(viewer: Viewer): string {
  return `${visibilityKey(viewer)}|${HEARD_BY.filter(permission => viewer.permissions.has(permission))}`
}

const HEARD_BY: readonly Permission[] = ['books-read', 'series-read', 'libraries-read', 'tasks-read']

function seesLibrary({ visibility }: Viewer, libraryPk: number): boolean {
  return visibility.kind === 'all' || visibility.libraryPks.includes(libraryPk)
}

/** Null for what is told to no client. */
function permissionFor({ channel, event }: Happening): Permission | null {
  if (channel === 'task' || channel === 'control') return 'tasks-read'
  if (channel === 'scan') return 'libraries-read'
  if (channel === 'internal') return null
  if (event.type === 'cover_updated') return READ_OF[event.entityType]
  return READ_OF[event.type.startsWith('series_') ? 'series' : event.type.startsWith('library_') ? 'library' : 'book']
}

const READ_OF = { book: 'books-read', series: 'series-read', library: 'libraries-read' } as const
