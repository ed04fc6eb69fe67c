import { connect } from 'node:net'

export interface RawAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends raw bytes, which `fetch` would normalise, and reads until the server closes. */
export function sendRaw(url: string, request: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(Buffer.from(request, 'latin1')))
    socket.setTimeout(10_000, () => socket.destroy(new Error(`No end of the answer to ${request.slice(0, 80)}`)))
    socket.on('data', (part: Buffer) => parts.push(part))
    socket.on('error', reject)
    socket.on('close', () => resolve(parseAnswer(Buffer.concat(parts).toString('latin1'))))
  })
}

/** A request with exactly this target, on its own connection. */
export function sendTarget(url: string, method: string, target: string, lines: readonly string[] = []) {
  const { host } = new URL(url)
  return sendRaw(
    url,
    [`${method} ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...lines, '', ''].join('\r\n'),
  )
}

function parseAnswer(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map(line => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { status: Number(first.split(' ')[1] ?? 0), headers, body: rest.join('\r\n\r\n') }
}
