import { isPlaceInside } from '@octavo/contract/place'

/**
 * Where to go after signing in: a path inside this app, or home. Everything else (another site, a
 * protocol, a backslash that browsers read as a slash) is refused, or the link would be a trap.
 */
export function safePlace(target: unknown): string {
  if (!isPlaceInside(target)) return '/'
  return /^\/(sign-in|signed-in|setup)(\/|\?|$)/.test(target) ? '/' : target
}
