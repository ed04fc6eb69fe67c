const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 30_000

let failures = 0
let silentUntil = 0

/** Whether the server has just failed to answer; then the device answers without trying it again. */
export const isSilent = (): boolean => Date.now() < silentUntil

export function answered(): void {
  failures = 0
  silentUntil = 0
}

/** Pauses grow with each failure, with jitter so that devices do not retry together. */
export function silent(): void {
  if (isSilent()) return
  const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures)
  failures += 1
  silentUntil = Date.now() + pause * (0.75 + Math.random() / 2)
}
