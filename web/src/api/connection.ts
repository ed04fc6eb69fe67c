import { useSyncExternalStore } from 'react'
import { isGatewayError } from '../device/gateway-error'
import { addressOf } from './address'

/**
 * Whether the server is reachable. `navigator.onLine` does not help: a server in the local network answers without
 * internet. So the first request without an answer starts polling /health, with growing intervals, until it answers.
 */
const firstPause = 2000
const longestPause = 60_000
const recentMs = 5000
const listeners = new Set<() => void>()
let reachable = true
/** The screen shows data stored on this device. */
let stored = false
let failures = 0
let asking: ReturnType<typeof setTimeout> | undefined
let underway = false
/** When the server answered last, by the clock of the page. */
let answeredAt = Number.NEGATIVE_INFINITY
const handlers = new Set<() => void>()

/** Runs a callback when the server is back (failed queries are fetched again). Returns a function that removes it. */
export function whenBack(handler: () => void): () => void {
  handlers.add(handler)
  return () => handlers.delete(handler)
}

export function reportAnswer(): void {
  answeredAt = performance.now()
  clearTimeout(asking)
  asking = undefined
  failures = 0
  if (reachable) return
  change(true)
  for (const handler of [...handlers]) handler()
}

/** No answer; `fromDevice` if this device had one. */
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

/** Polls at once: a person pressed "try again", or something other than a call failed. */
export function ask(): void {
  if (underway) return
  underway = true
  fetch(addressOf('/health'), { cache: 'no-store' })
    .then(
      answer => (isGatewayError(answer) ? reportSilence() : reportAnswer()),
      () => reportSilence(),
    )
    .finally(() => {
      underway = false
    })
}

/** Asks where a picture failed, unless the server has just answered: a page of missing covers asks once. */
export function askAfterFailure(): void {
  if (performance.now() - answeredAt > recentMs) ask()
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
