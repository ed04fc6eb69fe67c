import { USER_HEADER } from '@octavo/contract/user-header'

let expected: string | null = null

/**
 * Whose session this tab expects. All tabs share the cookie, so somebody else may have signed in from another one; the
 * server refuses requests that name a different user than the session's.
 */
export const expectedUser = (): string | null => expected

/** Null while nobody is signed in, and while viewing as another user. */
export function expectUser(userId: string | null): void {
  expected = userId
}

/** The header that names the user a request is for. */
export const userHeader = (userId: string | null = expected): Readonly<Record<string, string>> =>
  userId === null ? {} : { [USER_HEADER]: userId }
