/** What the processes on one database wake each other for. */
export const WAKE_TOPICS = ['events', 'tasks', 'schedules', 'settings', 'accounts'] as const
export type WakeTopic = (typeof WAKE_TOPICS)[number]

/** Whether this process hears the others. */
export interface WakeState {
  readonly listening: boolean
  /** When the others were last heard, in epoch milliseconds; null while they are. */
  readonly lostSince: number | null
}

/**
 * Says that there is something new, to everybody on this database. It says neither what nor how often: a listener that is
 * woken looks into the tables, and looks from time to time when nothing wakes it.
 */
export interface Wakes {
  /** Answers how to leave again. Listeners are also called when something may have been missed. */
  on(topic: WakeTopic, listener: () => void): () => void
  /** Call after the commit. Listeners of this process are called at once, others soon after. */
  wake(topic: WakeTopic): void
  state(): WakeState
  close(): Promise<void>
}

const HEARD: WakeState = { listening: true, lostSince: null }

/** For a database of one process. */
export function createLocalWakes(): Wakes {
  const listeners = createTopics()
  return { on: listeners.on, wake: listeners.call, state: () => HEARD, close: async () => undefined }
}

/** The listeners of one process by topic. */
export function createTopics(): {
  readonly on: Wakes['on']
  readonly call: (topic: WakeTopic) => void
} {
  const listeners = new Map(WAKE_TOPICS.map(topic => [topic, new Set<() => void>()]))
  return {
    on(topic, listener) {
      listeners.get(topic)?.add(listener)
      return () => void listeners.get(topic)?.delete(listener)
    },
    call(topic) {
      for (const listener of listeners.get(topic) ?? []) listener()
    },
  }
}
