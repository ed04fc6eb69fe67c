import type { Reader, Write } from '../../../db'
import { refused } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import type { Logger } from '../../../kernel/log'
import { recordAct } from '../../../platform/audit-log'
import { issueLink, type Mailbox } from '../account-links'
import { credentialsByName, nameKey } from '../users'

/** Short, as other people may read the mailbox too. */
const BY_MAIL_MS = 3_600_000

export interface ForgotDeps {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
  readonly log: Logger
  /** Null without a mail server. */
  readonly mailbox: Mailbox | null
}

/**
 * Sends a password link to the address if it belongs to an account. The work is done after the response, so that
 * neither its content nor its time reveals whether it does. Returns the seconds to wait after too many requests, else
 * 0.
 * @throws ServiceUnavailable without a mail server
 */
export function sendResetLink(
  { reader, write, now, log, mailbox }: ForgotDeps,
  email: string,
  address: string,
): number {
  if (!mailbox)
    throw refused('ServiceUnavailable', 'no_mail', 'This server does not send e-mail. Ask an administrator.')
  const wait = mailbox.take(email, address)
  if (wait > 0) return wait
  const work = async () => {
    const found = await credentialsByName(reader, email)
    if (!found?.isActive || nameKey(found.email) !== nameKey(email)) return
    const { pk: userPk, id, username, email: to } = found
    const expiresAt = now() + BY_MAIL_MS
    const token = await write(async tx => {
      await recordAct(tx, null, 'password_reset_requested', { kind: 'user', id, name: username }, { now: now() })
      return issueLink(tx, { userPk, purpose: 'reset', email: to, expiresAt })
    })
    mailbox.send(to, { kind: 'reset', username, path: `/reset-password#${token}` })
  }
  mailbox.behind(() => work().catch(error => log.warn({ err: error }, 'could not send a password reset link')))
  return 0
}
