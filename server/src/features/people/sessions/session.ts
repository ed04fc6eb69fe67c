/** Sign-in method of a session. */
export const SIGN_IN_WAYS = ['password', 'passkey', 'oidc', 'registration', 'setup', 'profile'] as const
export type SignInWay = (typeof SIGN_IN_WAYS)[number]

/** One sign-in on one device. Times in epoch milliseconds. */
export interface Session {
  readonly pk: number
  readonly id: string
  readonly userPk: number
  /** Credentials version of the user: the session has ended if the user's differs. */
  readonly credentialsVersion: number
  readonly way: string
  readonly userAgent: string
  readonly address: string
  readonly createdAt: number
  readonly lastUsedAt: number
  readonly expiresAt: number
}

/** The owner of a session, with current versions. */
export interface SessionOwner {
  readonly pk: number
  readonly credentialsVersion: number
  readonly sessionsVersion: number
}
