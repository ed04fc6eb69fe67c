import type { Peer } from '../../../http/identity'
import { refused } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import type { Account } from '../users'

/**
 * Asks the viewer for their password again; an account without one has to have signed in just now. Returns null when
 * it is right, or a 429 response after too many wrong ones.
 * @throws BadRequest when it is wrong, Forbidden when the sign-in is too long ago
 */
export type OwnerCheck = (
  viewer: Viewer,
  account: Account,
  password: string | null | undefined,
  peer: Peer,
) => Promise<Response | null>

/**
 * What an account is signed in by is its owner's alone: an API key in the wrong hands must not grow into it.
 * @throws Forbidden for an API key
 */
export function requireOwner({ pass }: Viewer): void {
  if (pass?.seenBy !== undefined) throw refused('Forbidden', 'owner_only', 'This is for the owner of the account alone')
  if (pass && pass.keyPrefix === null) return
  throw refused('Forbidden', 'session_needed', 'An API key cannot do this: sign in')
}
