import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The token of the one-time set-up link, printed at start while there is no user. Drawn from the server's secret, so
 * that every replica knows the same one and it outlives a restart; without effect once there is a user.
 */
export function createSetupToken(secret: Uint8Array): string {
  return createHmac('sha256', secret).update('octavo setup').digest('base64url').slice(0, 22)
}

/** Takes as long whether the first or the last character differs. */
export function isSetupToken(expected: string, given: string | null): boolean {
  if (given === null) return false
  const [a, b] = [Buffer.from(expected), Buffer.from(given.trim())]
  return a.length === b.length && timingSafeEqual(a, b)
}
