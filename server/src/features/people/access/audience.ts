import type { Permission } from '@octavo/contract/access'
import type { Happening } from '../../../db/happening'
import { type Viewer, visibilityKey } from '../../../kernel/viewer'
import { type SeriesFacts, seesLibrary, seesSeries } from './seen.rules'
import { isPartial } from './visible'

/** The facts that decide who sees the series of an event; undefined if unknown, null if the event has no series. */
export type FactsOf = (happening: Happening) => SeriesFacts | null | undefined

/**
 * Whether an event may be sent to the viewer. Runs without the database because many streams are checked at once:
 * `factsOf` returns what `lookUpFacts` has loaded for all of them.
 */
export function mayHear(viewer: Viewer, happening: Happening, factsOf: FactsOf = () => undefined): boolean {
  const { to } = happening
  if (to.userPk !== undefined && to.userPk !== viewer.userPk) return false
  if (to.userPks && !to.userPks.includes(viewer.userPk)) return false
  if (to.exceptPks?.includes(viewer.userPk)) return false
  if (to.askedByPk !== undefined && to.askedByPk !== viewer.userPk && viewer.visibility.kind !== 'all') return false
  if (to.libraryPk !== undefined && !seesLibrary(viewer, to.libraryPk)) return false
  if (isPartial(viewer) && !seesSubject(viewer, happening, factsOf)) return false
  const needed = permissionFor(happening)
  return needed !== null && viewer.permissions.has(needed)
}

/** A viewer who sees a library in part learns that it exists, and nothing about it as a whole. */
function seesSubject(viewer: Viewer, happening: Happening, factsOf: FactsOf): boolean {
  const facts = factsOf(happening)
  if (facts === undefined) return false
  if (facts !== null) return seesSeries(viewer, facts)
  return happening.channel === 'entity' || happening.to.libraryPk === undefined
}

/** Covers everything `mayHear` depends on except the user: viewers with the same key receive the same public events. */
export function hearingKey(viewer: Viewer): string {
  return `${visibilityKey(viewer)}|${HEARD_BY.filter(permission => viewer.permissions.has(permission))}`
}

const HEARD_BY: readonly Permission[] = [
  ...(['books-read', 'series-read', 'libraries-read', 'tasks-read'] as const),
  ...(['collections-read', 'readlists-read'] as const),
]

/** Null for events that no client receives. */
function permissionFor({ channel, event }: Happening): Permission | null {
  if (channel === 'task' || channel === 'control') return 'tasks-read'
  if (channel === 'scan') return 'libraries-read'
  if (channel === 'internal') return null
  if (event.type === 'cover_updated') return READ_OF[event.entityType]
  if (event.type.startsWith('collection_')) return 'collections-read'
  if (event.type.startsWith('readlist_')) return 'readlists-read'
  return READ_OF[event.type.startsWith('series_') ? 'series' : event.type.startsWith('library_') ? 'library' : 'book']
}

const READ_OF = { book: 'books-read', series: 'series-read', library: 'libraries-read' } as const
