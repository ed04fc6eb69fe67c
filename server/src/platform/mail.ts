import type { Logger } from '../kernel/log'

export interface MailConfig {
  /** `smtp://` or `smtps://`, with name and password if need be. */
  readonly url: string
  /** The From header. */
  readonly from: string
}

export interface Letter {
  readonly to: string
  readonly subject: string
  /** Paragraphs. A link has its own line. */
  readonly text: string
}

/** Sends e-mails, one after the other. */
export interface Mailer {
  /** Queues an e-mail, which is written when it is sent, without waiting; failures are logged without its content. */
  send(write: () => Promise<Letter>): void
  /** Resolves when all e-mails are sent or given up. */
  drain(): Promise<void>
}

/** Timeout of the server, so that others are not delayed for longer. */
const TIMES = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
/** Queue limit; further ones are dropped: the server is down, or somebody abuses the form. */
const MAX_WAITING = 200

export function createMailer({ url, from }: MailConfig, log: Logger): Mailer {
  const options = { url, ...TIMES, disableFileAccess: true, disableUrlAccess: true }
  /** Loaded with the first e-mail, so that servers start faster. */
  const opened = once(async () => (await import('nodemailer')).createTransport(options, { from }))
  let last: Promise<void> = Promise.resolve()
  let waiting = 0
  return {
    send(write) {
      if (waiting >= MAX_WAITING) {
        log.warn({ waiting }, 'dropped an e-mail: too many are waiting for the mail server')
        return
      }
      waiting++
      last = last
        .then(async () => void (await (await opened()).sendMail(await write())))
        .catch(error => log.warn({ err: error }, 'could not send an e-mail'))
        .finally(() => waiting--)
    },
    drain: () => last,
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
