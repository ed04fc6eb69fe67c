/** Topics on which processes of one database wake each other. */
export const WAKE_TOPICS = ['events', 'tasks', 'schedules', 'settings', 'accounts'] as const
export type WakeTopic = (typeof WAKE_TOPICS)[number]

/** Whether this process hears the others. */
export interface WakeState {
  readonly listening: boolean
  /** When the others were last heard, in epoch milliseconds; null while they are heard. */
  readonly lostSince: number | null
}

/**
 * Notifies all processes on this database that there is something new, without details: a listener then reads the
 * tables. It also polls them from time to time.
 */
export interface Wakes {
  /** Returns a function that unsubscribes. Listeners are also called when something may have been missed. */
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
