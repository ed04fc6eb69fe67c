import type { Mailer } from '../../../platform/mail'
import { type CredentialChange, noticeOf } from './notice-letters'

/** Tells the owner of an account by mail that their way in has changed, whoever did it; call it once that is written. */
export type Notify = (owner: { readonly username: string; readonly email: string }, change: CredentialChange) => void

/** Without a mail server the audit log alone tells. */
export function createNotices(
  mailer: Pick<Mailer, 'send'> | null,
  { baseUrl, serverName }: { readonly baseUrl: string; readonly serverName: () => string },
): Notify {
  return ({ username, email }, change) =>
    mailer?.send(noticeOf(email, { username, change, baseUrl, serverName: serverName() }))
}
