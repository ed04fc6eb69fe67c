import type { Mailer } from '../../../platform/mail'
import type { FindMailLanguage } from './mail-language.queries'
import { type CredentialChange, noticeOf } from './notice-letters'

/** E-mails the account owner that their sign-in has changed, even by themselves. Call it after the commit. */
export type Notify = (owner: { readonly username: string; readonly email: string }, change: CredentialChange) => void

/** Without a mail server only the audit log records the change. */
export function createNotices(
  mailer: Pick<Mailer, 'send'> | null,
  options: {
    readonly baseUrl: string
    readonly serverName: () => string
    readonly languageOf: FindMailLanguage
  },
): Notify {
  const { baseUrl, serverName, languageOf } = options
  return ({ username, email }, change) =>
    mailer?.send(async () => {
      const language = await languageOf(username)
      return noticeOf(email, { username, change, baseUrl, serverName: serverName(), language })
    })
}
