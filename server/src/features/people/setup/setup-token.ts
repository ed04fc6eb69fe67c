import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The token of the one-time set-up link, printed at the start while there is no user. Derived from the server's secret,
 * so that it is the same on every replica and after a restart; invalid once there is a user.
 */
export function createSetupToken(secret: Uint8Array): string {
  return createHmac('sha256', secret).update('octavo setup').digest('base64url').slice(0, 22)
}

/** Constant-time comparison. */
export function isSetupToken(expected: string, given: string | null): boolean {
  if (given === null) return false
  const [a, b] = [Buffer.from(expected), Buffer.from(given.trim())]
  return a.length === b.length && timingSafeEqual(a, b)
}
