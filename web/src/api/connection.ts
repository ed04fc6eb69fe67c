import { useSyncExternalStore } from 'react'
import { addressOf } from './address'

/**
 * Whether the server answers. `navigator.onLine` is no help: a server in the same house answers without
 * any internet. So the first request that gets no answer starts asking /health until it does, less and less often.
 */
const firstPause = 2000
const longestPause = 60_000
const listeners = new Set<() => void>()
let reachable = true
/** What is on the screen comes from this device. */
let stored = false
let failures = 0
let asking: ReturnType<typeof setTimeout> | undefined
let underway = false
const handlers = new Set<() => void>()

/** What to do when the server answers again (queries that failed are asked again). Answers what takes it back. */
export function whenBack(handler: () => void): () => void {
  handlers.add(handler)
  return () => handlers.delete(handler)
}

export function reportAnswer(): void {
  clearTimeout(asking)
  asking = undefined
  failures = 0
  if (reachable) return
  change(true)
  for (const handler of [...handlers]) handler()
}

/** Nobody answered; `fromDevice` when this device had an answer. */
export function reportSilence(fromDevice = false): void {
  if (fromDevice && !stored) {
    stored = true
    reachable = false
    tell()
  } else if (reachable) change(false)
  asking ??= setTimeout(askAgain, pauseAfter(failures))
}

/** Milliseconds until the next attempt: doubled each time, with jitter. */
export function pauseAfter(failures: number, random = Math.random()): number {
  return Math.min(longestPause, firstPause * 2 ** failures) * (0.75 + random / 2)
}

export function isReachable(): boolean {
  return reachable
}

export function useReachable(): boolean {
  return useSyncExternalStore(subscribe, isReachable)
}

export function useStoredShown(): boolean {
  return useSyncExternalStore(subscribe, () => stored)
}

/** Asks at once, for a person who pressed "try again", or where something else than a call failed. */
export function ask(): void {
  if (underway) return
  underway = true
  fetch(addressOf('/health'), { cache: 'no-store' })
    .then(reportAnswer, () => reportSilence())
    .finally(() => {
      underway = false
    })
}

/** Runs after a delay; while offline, when the server answers again. Returns a function that cancels it. */
export function laterOrBack(run: () => void, milliseconds: number): () => void {
  let forget = () => {}
  const timer = setTimeout(() => {
    if (reachable) return run()
    forget = whenBack(() => {
      forget()
      run()
    })
  }, milliseconds)
  return () => {
    clearTimeout(timer)
    forget()
  }
}

function askAgain(): void {
  asking = undefined
  failures += 1
  ask()
}

function change(now: boolean): void {
  reachable = now
  if (now) stored = false
  tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// Retries at once when the device is online or the page is visible again.
if (typeof window !== 'undefined') {
  const look = () => {
    if (!reachable && document.visibilityState === 'visible') ask()
  }
  window.addEventListener('online', look)
  document.addEventListener('visibilitychange', look)
}
