import { connect } from 'node:net'
import { startInhabited } from '../../api/people'
import { type ReverseProxy, startCaddy, startNginx } from '../harness/proxies'
import type { Outcome, Row, Trial } from '../harness/row'

export const brokenHttp: Row = {
  id: 'A18',
  does: 'requests whose length is said twice or in two ways, broken chunks, headers and addresses and bodies beyond every limit, on raw sockets straight at the server and behind nginx and Caddy, each with another request hidden in it or behind it',
  required:
    'straight: an answer of 4xx (505 for another version of HTTP) or none, the hidden request is never answered; behind a proxy: those who come next get the answers to their own requests; the server goes on',
  needs: { nginx: 'nginx-light', caddy: 'caddy' },
  databases: ['sqlite'],
  rounds: 5,
  minutes: 30,
  run,
}

/** The smuggled request: a public address whose answer identifies it. */
const HIDDEN = 'GET /api/v1/info HTTP/1.1\r\nHost: x\r\n\r\n'
const HIDDEN_SAYS = '"version"'

const head = (...lines: string[]) =>
  `${['POST /api/v1/auth/login HTTP/1.1', 'Host: x', 'Content-Type: application/json', ...lines].join('\r\n')}\r\n\r\n`
const chunked = (body: string, field = 'Transfer-Encoding: chunked') => head(field) + body
const sized = (length: string) => head(`Content-Length: ${length}`) + HIDDEN

/** Requests that two parsers could interpret differently. */
const AMBIGUOUS: Readonly<Record<string, string>> = {
  'CL and TE': `${head('Content-Length: 6', 'Transfer-Encoding: chunked')}0\r\n\r\n${HIDDEN}`,
  'TE and CL': `${head('Transfer-Encoding: chunked', 'Content-Length: 4')}0\r\n\r\n${HIDDEN}`,
  'two CL': head('Content-Length: 0', `Content-Length: ${HIDDEN.length}`) + HIDDEN,
  'two CL in one line': head(`Content-Length: 0, ${HIDDEN.length}`) + HIDDEN,
  'a CL with a sign': sized('+0'),
  'a CL below zero': sized('-1'),
  'a CL in hexadecimal': sized('0x0'),
  'a CL with a fraction': sized('0.0'),
  'a CL in words': sized('none'),
  'a CL beyond 64 bits': sized('18446744073709551616'),
  'a CL with a space in it': sized('1 0'),
  'a space before the colon': head('Content-Length : 0') + HIDDEN,
  'a folded line': head('X-Long: a', ' Transfer-Encoding: chunked') + HIDDEN.replace('Host', 'X'),
  'an unknown TE': chunked(`0\r\n\r\n${HIDDEN}`, 'Transfer-Encoding: cow'),
  'TE twice': `${head('Transfer-Encoding: chunked', 'Transfer-Encoding: identity')}0\r\n\r\n${HIDDEN}`,
  'chunked not last': chunked(`0\r\n\r\n${HIDDEN}`, 'Transfer-Encoding: chunked, identity'),
  'TE with a tab': chunked(`0\r\n\r\n${HIDDEN}`, 'Transfer-Encoding:\x0bchunked'),
  'a chunk without a size': chunked(`\r\n${HIDDEN}`),
  'a chunk size in words': chunked(`zz\r\n${HIDDEN}`),
  'a chunk size below zero': chunked(`-1\r\n${HIDDEN}`),
  'a chunk size with 0x': chunked(`0x0\r\n\r\n${HIDDEN}`),
  'a chunk size beyond 64 bits': chunked(`10000000000000000\r\n${HIDDEN}`),
  'a chunk longer than it says': chunked(`1\r\nab\r\n0\r\n\r\n${HIDDEN}`),
  'a zero byte in a header': head('X-Zero: a\0b', 'Content-Length: 0') + HIDDEN,
  'a zero byte in the name of a header': head('X\0Zero: a', 'Content-Length: 0') + HIDDEN,
  'no name of a header': head(': x', 'Content-Length: 0') + HIDDEN,
  'an unknown version': `GET / HTTP/9.9\r\nHost: x\r\n\r\n${HIDDEN}`,
  'no version': `GET /\r\n\r\n${HIDDEN}`,
  'no request': `NONSENSE\r\n\r\n${HIDDEN}`,
}

const TOO_MUCH: Readonly<Record<string, string>> = {
  'an address of 100 kB': `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'a header of 100 kB': head(`X-Long: ${'x'.repeat(100_000)}`, 'Content-Length: 0'),
  '5,000 headers': head(...Array.from({ length: 5_000 }, (_, n) => `X-${n}: ${n}`), 'Content-Length: 0'),
  'a body of 2 MiB': head(`Content-Length: ${2 * 1024 * 1024}`) + 'x'.repeat(2 * 1024 * 1024),
  'a body of 2 MiB in chunks': chunked(`200000\r\n${'x'.repeat(2 * 1024 * 1024)}\r\n0\r\n\r\n`),
  'a promise of 1 TB': head('Content-Length: 1099511627776'),
}

async function run({ rounds, say }: Trial): Promise<Outcome> {
  const octavo = await startInhabited({ database: 'sqlite' })
  const faults = new Set<string>()
  const proxies: ReverseProxy[] = []
  let n = 0
  try {
    for (const start of [startNginx, startCaddy]) proxies.push(await start(octavo.url))
    for (let round = 0; round < rounds; round++) {
      for (const [name, bytes] of Object.entries({ ...AMBIGUOUS, ...TOO_MUCH })) {
        for (const proxy of proxies) {
          for (const fault of await desyncsBehind(proxy, bytes)) faults.add(`${proxy.name}, ${name}: ${fault}`)
        }
        n++
        const text = await exchange(octavo.url, bytes)
        const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
        const first = statuses[0]
        if (text.includes(HIDDEN_SAYS)) faults.add(`${name}: the hidden request was answered (${statuses.join(', ')})`)
        // 505: HTTP version not supported.
        const isRefused = first === undefined || (first >= 400 && first < 500) || first === 505
        if (!isRefused) faults.add(`${name}: ${statuses.join(', ')}`)
      }
      const { status } = await octavo.anonymous.fetch('/health')
      if (status !== 200) faults.add(`the server answers ${status}`)
      say(`round ${round + 1}: ${faults.size} faults`)
    }
    if (octavo.log().includes('request failed')) faults.add('the log has a failed request')
  } finally {
    for (const proxy of proxies) await proxy.stop()
    await octavo.stop()
  }
  const figure = `desyncs ${faults.size} of ${n} requests straight at the server, and as many behind each of nginx and Caddy`
  return { n: 3 * n, figure, faults: [...faults] }
}

/** Clients after the attack, on the connection that the proxy reuses. */
const NEXT = 3

/**
 * Sends bytes to a proxy, and looks whether the next client gets its own answer: the answer has the id of
 * their own request. Requests of which the proxy makes two, and has both answered to the sender, are none of ours.
 */
async function desyncsBehind({ url }: ReverseProxy, bytes: string): Promise<string[]> {
  await exchange(url, bytes)
  const faults: string[] = []
  for (let next = 0; next < NEXT; next++) {
    const id = `next-${crypto.randomUUID()}`
    const answer = await fetch(`${url}/api/v1/auth/me`, { headers: { 'x-request-id': id }, keepalive: false })
    const text = await answer.text()
    const said = answer.headers.get('x-request-id')
    if (answer.status !== 401 || said !== id || text.includes(HIDDEN_SAYS)) {
      faults.push(`who came next was answered ${answer.status}, ${said === id ? 'with their' : 'without their'} id`)
    }
  }
  return faults
}

/** Sends bytes and returns the answer until the server closes or is silent for two seconds. */
function exchange(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise(resolve => {
    let text = ''
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(Buffer.from(bytes, 'latin1')))
    socket.setTimeout(2_000, () => socket.destroy())
    socket.on('data', (part: Buffer) => {
      text += part.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text))
  })
}
