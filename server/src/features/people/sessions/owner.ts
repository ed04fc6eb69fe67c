import type { Peer } from '../../../http/identity'
import { refused } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import type { Account } from '../users'
import type { SignInWay } from './session'

/**
 * Asks the viewer for their password again; an account without one needs a recent sign-in. Returns null if it is right,
 * or a 429 response after too many wrong ones. A recent sign-in of one of the ways in `recent` counts like the password;
 * without it, that is a passkey.
 * @throws BadRequest if it is wrong, Forbidden if the sign-in is too long ago, or was the switch into a child profile
 */
export type OwnerCheck = (
  viewer: Viewer,
  account: Account,
  password: string | null | undefined,
  peer: Peer,
  recent?: readonly SignInWay[],
) => Promise<Response | null>

/**
 * Only the owner may change credentials of an account: a stolen API key must not be enough.
 * @throws Forbidden for an API key
 */
export function requireOwner({ pass }: Viewer): void {
  if (pass?.seenBy !== undefined) throw refused('Forbidden', 'owner_only', 'Only the owner of the account can do this')
  if (pass && pass.keyPrefix === null) return
  throw refused('Forbidden', 'session_needed', 'An API key cannot do this. Sign in first.')
}
