import type { MetadataSourcesDto } from '@octavo/contract/metadata-sources'
import {
  FILE_SOURCES,
  type FileSourceName,
  SOURCE_GROUPS,
  SOURCES_OFF,
  type SourceGroup,
  sourceOrder,
} from '@octavo/contract/source-names'

/** All sources in order, the enabled ones, and groups of fields with their own order. */
type Order = readonly FileSourceName[]

export type SourcesDraft = {
  readonly order: readonly FileSourceName[]
  readonly on: readonly FileSourceName[]
  readonly groups: ReadonlyMap<SourceGroup, Order>
}

export const usualSources: SourcesDraft = sourcesDraftOf(undefined)

export function sourcesDraftOf(choice: MetadataSourcesDto | undefined): SourcesDraft {
  const order = sourceOrder({ ...choice, off: [] })
  const off = choice?.off ?? SOURCES_OFF
  const own = SOURCE_GROUPS.filter(group => choice?.groups?.[group])
  const groups = new Map(own.map(group => [group, sourceOrder({ ...choice, off: [] }, group)]))
  return { order, on: order.filter(name => !off.includes(name)), groups }
}

/** Null for the default order, so that future sources are included. */
export function sourcesRequest({ order, on, groups }: SourcesDraft): { metadataSources: MetadataSourcesDto | null } {
  const off = FILE_SOURCES.filter(name => !on.includes(name))
  const named = Object.fromEntries([...groups].map(([group, own]) => [group, [...own]]))
  const isUsual = order.join() === FILE_SOURCES.join() && off.join() === SOURCES_OFF.join() && groups.size === 0
  return { metadataSources: isUsual ? null : { order: [...order], off, ...(groups.size > 0 && { groups: named }) } }
}

/** Moves a source up (-1) or down (1): in a group's own order, or the general one. */
export function moved(draft: SourcesDraft, name: FileSourceName, by: -1 | 1, group?: SourceGroup): SourcesDraft {
  if (group === undefined) return { ...draft, order: movedIn(draft.order, name, by) }
  const shown = ofGroup(draft, group)
  const others = draft.order.filter(each => !shown.includes(each))
  return { ...draft, groups: new Map(draft.groups).set(group, [...movedIn(shown, name, by), ...others]) }
}

/** The sources of a group in order: enabled ones that apply to books. */
export function ofGroup({ groups, order, on }: SourcesDraft, group: SourceGroup): Order {
  return (groups.get(group) ?? order).filter(name => on.includes(name) && name !== 'series_json')
}

export function switched(draft: SourcesDraft, name: FileSourceName, isOn: boolean): SourcesDraft {
  return { ...draft, on: draft.order.filter(each => (each === name ? isOn : draft.on.includes(each))) }
}

/** Gives a group of fields its own order, initially the general one; or removes it. */
export function grouped(draft: SourcesDraft, group: SourceGroup, hasOwn: boolean): SourcesDraft {
  const groups = new Map(draft.groups)
  if (hasOwn) groups.set(group, draft.order)
  else groups.delete(group)
  return { ...draft, groups }
}

function movedIn(order: Order, name: FileSourceName, by: -1 | 1): Order {
  const from = order.indexOf(name)
  const to = from + by
  if (from < 0 || to < 0 || to >= order.length) return order
  const others = order.filter(each => each !== name)
  return [...others.slice(0, to), name, ...others.slice(to)]
}
