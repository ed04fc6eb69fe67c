import { isPlaceInside } from '@octavo/contract/place'

/**
 * The page after sign-in: a path inside this app, or home. Everything else (another site, a scheme, a backslash that
 * browsers treat as a slash) is refused, against open redirects.
 */
export function safePlace(target: unknown): string {
  if (!isPlaceInside(target)) return '/'
  return /^\/(sign-in|signed-in|setup)(\/|\?|$)/.test(target) ? '/' : target
}
