import type { Permission } from '@octavo/contract/access'
import type { EntityEvent, EventChannel } from '@octavo/contract/event'
import { requirePermission } from '../../../http/bind'
import type { Viewer } from '../../../kernel/viewer'

/** The kind of a stream: its channels, and whether events have names. */
export interface StreamKind {
  readonly channels: ReadonlySet<EventChannel>
  /** Messages of tasks and scans have names if they share the stream with others. */
  readonly named: boolean
  /** Undefined for the default format. */
  readonly form?: EventForm
}

/** The event format of another protocol; events without an equivalent are left out. */
export interface EventForm {
  readonly name: string
  readonly messageOf: (event: EntityEvent, to: Viewer) => { readonly name: string; readonly data: object } | null
}

/** Each message is checked separately; these permissions are checked when a stream is opened. */
const NEEDED: Readonly<Record<EventChannel, Permission | null>> = {
  entities: null,
  tasks: 'tasks-read',
  scans: 'libraries-read',
}

/** @throws Forbidden if the viewer may not listen to one of the channels */
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
