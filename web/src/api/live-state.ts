import { useEffect, useState, useSyncExternalStore } from 'react'

/** "off": nobody is signed in, or the page has only just been opened. */
export type LiveState = 'off' | 'live' | 'lost'

/** The first number in the event stream that the server has named since the page was opened, or somebody signed in. */
let place: string | null = null

/** From where on to listen, so that nothing is missed of what happens after the first answers; null: nobody has said. */
export function placeAtStart(): string | null {
  return place
}

/** Takes the number that comes with an answer, if it is the first. */
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

/** Whether changes of others have failed to arrive for so long that a person should know. */
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
