import { isPlaceInside } from '@octavo/contract/place'

/**
 * Where to go after signing in: a path inside this app, or home. Everything else (another site, a
 * protocol, a backslash that browsers read as a slash) is refused, or the link would be a trap.
 */
export function safePlace(wished: unknown): string {
  if (!isPlaceInside(wished)) return '/'
  return /^\/(sign-in|signed-in|setup)(\/|\?|$)/.test(wished) ? '/' : wished
}
