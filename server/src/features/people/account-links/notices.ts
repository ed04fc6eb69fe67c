import type { Mailer } from '../../../platform/mail'
import { type CredentialChange, noticeOf } from './notice-letters'

/** E-mails the account owner that their sign-in has changed, even by themselves. Call it after the commit. */
export type Notify = (owner: { readonly username: string; readonly email: string }, change: CredentialChange) => void

/** Without a mail server only the audit log records the change. */
export function createNotices(
  mailer: Pick<Mailer, 'send'> | null,
  { baseUrl, serverName }: { readonly baseUrl: string; readonly serverName: () => string },
): Notify {
  return ({ username, email }, change) =>
    mailer?.send(noticeOf(email, { username, change, baseUrl, serverName: serverName() }))
}
