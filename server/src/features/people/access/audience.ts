import type { Permission } from '@octavo/contract/access'
import type { Happening } from '../../../db/happening'
import { type Viewer, visibilityKey } from '../../../kernel/viewer'
import { type SeriesFacts, seesLibrary, seesSeries } from './seen.rules'
import { isPartial } from './visible'

/** What the series is judged by that something happened to; undefined where nobody knows, null where it is no series. */
export type FactsOf = (happening: Happening) => SeriesFacts | null | undefined

/**
 * Whether the viewer may be told of something that happened. It asks no database, since many are told at once: `factsOf`
 * knows what was looked up for all of them (`lookUpFacts`).
 */
export function mayHear(viewer: Viewer, happening: Happening, factsOf: FactsOf = () => undefined): boolean {
  const { to } = happening
  if (to.userPk !== undefined && to.userPk !== viewer.userPk) return false
  if (to.libraryPk !== undefined && !seesLibrary(viewer, to.libraryPk)) return false
  if (isPartial(viewer) && !seesSubject(viewer, happening, factsOf)) return false
  const needed = permissionFor(happening)
  return needed !== null && viewer.permissions.has(needed)
}

/** Of a library as a whole nothing is told to somebody who sees it in part, but that it is there. */
function seesSubject(viewer: Viewer, happening: Happening, factsOf: FactsOf): boolean {
  const facts = factsOf(happening)
  if (facts === undefined) return false
  if (facts !== null) return seesSeries(viewer, facts)
  return happening.channel === 'entity' || happening.to.libraryPk === undefined
}

/** Names all that `mayHear` looks at but the user: with the same key, the same is heard of what is for everybody. */
export function hearingKey(viewer: Viewer): string {
  return `${visibilityKey(viewer)}|${HEARD_BY.filter(permission => viewer.permissions.has(permission))}`
}

const HEARD_BY: readonly Permission[] = ['books-read', 'series-read', 'libraries-read', 'tasks-read']

/** Null for what is told to no client. */
function permissionFor({ channel, event }: Happening): Permission | null {
  if (channel === 'task' || channel === 'control') return 'tasks-read'
  if (channel === 'scan') return 'libraries-read'
  if (channel === 'internal') return null
  if (event.type === 'cover_updated') return READ_OF[event.entityType]
  return READ_OF[event.type.startsWith('series_') ? 'series' : event.type.startsWith('library_') ? 'library' : 'book']
}

const READ_OF = { book: 'books-read', series: 'series-read', library: 'libraries-read' } as const
