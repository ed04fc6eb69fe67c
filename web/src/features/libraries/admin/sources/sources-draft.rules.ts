import type { MetadataSourcesDto } from '@octavo/contract/metadata-sources'
import { FILE_SOURCES, type FileSourceName, SOURCES_OFF, sourceOrder } from '@octavo/contract/source-names'

/** All sources in their order, and those that are read. */
export type SourcesDraft = {
  readonly order: readonly FileSourceName[]
  readonly on: readonly FileSourceName[]
  /** Orders of single groups of fields, which the form leaves as they are. */
  readonly groups: MetadataSourcesDto['groups']
}

export const usualSources: SourcesDraft = sourcesDraftOf(undefined)

export function sourcesDraftOf(choice: MetadataSourcesDto | undefined): SourcesDraft {
  const order = sourceOrder({ ...choice, off: [] })
  const off = choice?.off ?? SOURCES_OFF
  return { order, on: order.filter(name => !off.includes(name)), groups: choice?.groups }
}

/** Null for the usual order, so that a later Octavo may know more sources. */
export function sourcesRequest({ order, on, groups }: SourcesDraft): { metadataSources: MetadataSourcesDto | null } {
  const off = FILE_SOURCES.filter(name => !on.includes(name))
  const isUsual = order.join() === FILE_SOURCES.join() && off.join() === SOURCES_OFF.join() && groups === undefined
  return { metadataSources: isUsual ? null : { order: [...order], off, ...(groups && { groups }) } }
}

/** With a source one place further up (-1) or down (1). */
export function moved(draft: SourcesDraft, name: FileSourceName, by: -1 | 1): SourcesDraft {
  const from = draft.order.indexOf(name)
  const to = from + by
  if (from < 0 || to < 0 || to >= draft.order.length) return draft
  const order = draft.order.filter(each => each !== name)
  return { ...draft, order: [...order.slice(0, to), name, ...order.slice(to)] }
}

export function switched(draft: SourcesDraft, name: FileSourceName, isOn: boolean): SourcesDraft {
  return { ...draft, on: draft.order.filter(each => (each === name ? isOn : draft.on.includes(each))) }
}
