import { useSyncExternalStore } from 'react'
import { addressOf } from './address'

/**
 * Whether the server answers. `navigator.onLine` is no help: a server in the same house answers without
 * any internet. So the first request that gets no answer starts asking /health until it does.
 */
const askEvery = 4000
const listeners = new Set<() => void>()
let reachable = true
let asking: ReturnType<typeof setTimeout> | undefined
const handlers = new Set<() => void>()

/** What to do when the server answers again (queries that failed are asked again). Answers what takes it back. */
export function whenBack(handler: () => void): () => void {
  handlers.add(handler)
  return () => handlers.delete(handler)
}

export function reportAnswer(): void {
  clearTimeout(asking)
  if (reachable) return
  change(true)
  for (const handler of [...handlers]) handler()
}

export function reportSilence(): void {
  if (reachable) change(false)
  clearTimeout(asking)
  asking = setTimeout(ask, askEvery)
}

export function useReachable(): boolean {
  return useSyncExternalStore(subscribe, () => reachable)
}

/** Asks at once, for a person who pressed "try again". */
export function ask(): void {
  fetch(addressOf('/health'), { cache: 'no-store' }).then(reportAnswer, reportSilence)
}

function change(now: boolean): void {
  reachable = now
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
