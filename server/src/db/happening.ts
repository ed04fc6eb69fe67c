import type { EntityEvent, TaskProgressEvent } from '@octavo/contract/event'
import type { ScanStatusDto } from '@octavo/contract/scan'

/** Audience: only people who may see the library, or this user, get it. */
export interface Audience {
  /** Key of the library that it happened in. */
  readonly libraryPk?: number
  /** Key of the only user who gets it. */
  readonly userPk?: number
  /** Keys of the only users who may see what it is about. */
  readonly userPks?: readonly number[]
  /** Keys of users for whom it is something else. */
  readonly exceptPks?: readonly number[]
  /** Of work on no library: key of the person who asked for it, or null. Of others, only those who see everything get it. */
  readonly askedByPk?: number | null
}

/** An event of a transaction. */
export type Happening =
  | { readonly channel: 'entity'; readonly event: EntityEvent; readonly to: Audience }
  | { readonly channel: 'task'; readonly event: TaskProgressEvent; readonly to: Audience }
  | { readonly channel: 'scan'; readonly event: ScanStatusDto; readonly to: Audience }
  /** Pause, quiet hours or retention of tasks changed; the event doesn't carry the new values. */
  | { readonly channel: 'control'; readonly event: { readonly type: 'task_control_changed' }; readonly to: Audience }
  /** For the processes themselves: settings, accounts or schedules have changed. Sent to no client. */
  | { readonly channel: 'internal'; readonly event: { readonly type: string }; readonly to: Audience }
