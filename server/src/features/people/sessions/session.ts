/** How a session was opened. */
export const SIGN_IN_WAYS = ['password', 'passkey', 'oidc', 'registration', 'setup'] as const
export type SignInWay = (typeof SIGN_IN_WAYS)[number]

/** One sign-in on one device. Times in epoch milliseconds. */
export interface Session {
  readonly pk: number
  readonly id: string
  readonly userPk: number
  /** It has ended when the user's is another. */
  readonly credentialsVersion: number
  readonly way: string
  readonly userAgent: string
  readonly address: string
  readonly createdAt: number
  readonly lastUsedAt: number
  readonly expiresAt: number
}

/** Whose session is asked about, as they are now. */
export interface SessionOwner {
  readonly pk: number
  readonly credentialsVersion: number
  readonly sessionsVersion: number
}
