import { useEffect, useState, useSyncExternalStore } from 'react'

/** "off": nobody is signed in, or the page has just been opened. */
export type LiveState = 'off' | 'live' | 'lost'

/** The first event id received since the page was opened, or somebody signed in. */
let place: string | null = null

/** Where to start listening, so that nothing after the first answers is missed; null: unknown. */
export function placeAtStart(): string | null {
  return place
}

/** Uses the event id of an answer, if it is the first. */
export function notePlace(id: string | null): void {
  place ??= id
}

export function forgetPlace(): void {
  place = null
}

const listeners = new Set<() => void>()
let state: LiveState = 'off'

export function setLive(now: LiveState): void {
  if (state === now) return
  state = now
  for (const listener of listeners) listener()
}

/** Whether live changes have been failing long enough to show it. */
export function useLostFor(milliseconds: number): boolean {
  const lost = useSyncExternalStore(subscribe, () => state === 'lost')
  const [long, setLong] = useState(false)
  useEffect(() => {
    if (!lost) return
    const timer = setTimeout(() => setLong(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [lost, milliseconds])
  return lost && long
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
