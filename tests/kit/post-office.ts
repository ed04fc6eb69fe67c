import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { until } from './client'

export interface Received {
  readonly from: string
  readonly to: readonly string[]
  /** The sent e-mail with its decoded text. */
  readonly text: string
}

/** A local mail server that stores received e-mails. */
export interface PostOffice {
  readonly url: string
  readonly letters: readonly Received[]
  /** The e-mails to an address, once there are so many. */
  lettersTo(address: string, count: number): Promise<Received[]>
  close(): Promise<void>
}

export async function openPostOffice(): Promise<PostOffice> {
  const letters: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // A connection that nobody uses is not waited for when it closes.
    closeTimeout: 50,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? '' }),
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', part => parts.push(part))
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        letters.push({ from, to: envelope.rcptTo.map(({ address }) => address), text: decoded(Buffer.concat(parts)) })
        done()
      })
    },
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    lettersTo(address, count) {
      const found = async () => letters.filter(({ to }) => to.includes(address))
      return until(found, some => some.length >= count)
    },
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}

/** The text of an e-mail in quoted-printable or base64, as nodemailer sends it (RFC 2045, 6.7 and 6.8). */
function decoded(letter: Buffer): string {
  const [head = '', ...rest] = letter.toString('utf8').split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/^content-transfer-encoding: base64/im.test(head)) return `${head}\n\n${Buffer.from(body, 'base64').toString()}`
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return letter.toString('utf8')
  const bytes = body
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return `${head}\n\n${Buffer.from(bytes, 'latin1').toString('utf8')}`
}
