import type { Permission } from '@octavo/contract/access'
import type { EntityEvent, EventChannel } from '@octavo/contract/event'
import { requirePermission } from '../../../http/bind'
import type { Viewer } from '../../../kernel/viewer'

/** What goes over one stream: its channels, and whether events have names. */
export interface StreamKind {
  readonly channels: ReadonlySet<EventChannel>
  /** Messages of tasks and scans have a name where they share the stream with others. */
  readonly named: boolean
  /** Undefined for our own form. */
  readonly form?: EventForm
}

/** How another protocol writes events; what it has no event for is left out. */
export interface EventForm {
  readonly name: string
  readonly messageOf: (event: EntityEvent, to: Viewer) => { readonly name: string; readonly data: object } | null
}

/** Each message is checked by itself; these permissions are checked when a stream is opened. */
const NEEDED: Readonly<Record<EventChannel, Permission | null>> = {
  entities: null,
  tasks: 'tasks-read',
  scans: 'libraries-read',
}

/** @throws Forbidden when the viewer may not listen to one of the channels */
export function requireChannels(viewer: Viewer, { channels }: StreamKind): void {
  for (const channel of channels) {
    const needed = NEEDED[channel]
    if (needed) requirePermission(viewer, needed)
  }
}

export function mayOpen(viewer: Viewer, { channels }: StreamKind): boolean {
  return [...channels].every(channel => {
    const needed = NEEDED[channel]
    return needed === null || viewer.permissions.has(needed)
  })
}
