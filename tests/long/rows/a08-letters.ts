import { type Inhabited, startInhabited } from '../../api/people'
import { openPostOffice } from '../../kit/post-office'
import { comparePairs } from '../harness/pairs'
import type { Outcome, Row, Trial } from '../harness/row'

const PASSWORD = 'Engine-No.1'
/** Share of the median, or a millisecond: no network is more precise. */
const TOLERANCE = 0.1
const NO_LESS_MS = 0.3

export const lettersAlike: Row = {
  id: 'A08B',
  does: 'forgotten passwords, confirmations asked for again and registrations for addresses that there are and for addresses that there are not, and links that have ended and that never were, in pairs, as many of each as there are rounds; the first two without a mail server, too',
  required:
    'the same answer, byte for byte but for what was asked, and times that cannot be distinguished: each pair for itself, p of at least 0.01, or a median difference below a tenth and 0.3 ms',
  databases: ['sqlite', 'postgres'],
  rounds: 100,
  minutes: 30,
  run,
}

interface Asked {
  readonly path: string
  readonly body: object
}

async function run({ database, rounds, say }: Trial): Promise<Outcome> {
  const faults: string[] = []
  const figures: string[] = []
  let n = 0
  let network = 0

  /** One after the other, each equally often first, from a separate network. */
  async function compare(
    octavo: Inhabited,
    what: string,
    expected: number,
    pair: (n: number) => readonly [Asked, Asked],
  ) {
    const took: [number[], number[]] = [[], []]
    const answers = new Set<string>()
    for (let round = 0; round < rounds; round++) {
      const both = pair(round)
      for (const at of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        network++
        const began = performance.now()
        const answer = await octavo.anonymous.fetch(both[at].path, {
          method: 'POST',
          body: JSON.stringify(both[at].body),
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`,
          },
        })
        const text = await answer.text()
        took[at].push(performance.now() - began)
        answers.add(`${answer.status} ${text.replace(/"(id|username|email)":"[^"]*"/g, '"$1":""')}`)
      }
    }
    const { medians, difference, p } = comparePairs({ one: took[0], other: took[1] })
    const line = `${what}: medians ${medians.map(each => each.toFixed(1)).join(' and ')} ms, difference ${difference.toFixed(2)} ms, p ${p.toFixed(2)}`
    const bound = Math.max(NO_LESS_MS, TOLERANCE * Math.max(...medians))
    if (p < 0.01 && Math.abs(difference) > bound) faults.push(line)
    const status = [...answers][0]?.slice(0, 3)
    if (status !== String(expected)) faults.push(`${what}: ${[...answers].join(' | ').slice(0, 400)}`)
    if (answers.size !== 1) faults.push(`${what}: ${answers.size} answers: ${[...answers].join(' | ').slice(0, 400)}`)
    figures.push(line)
    n += 2 * rounds
    say(line)
  }

  const ask = (path: string, body: object): Asked => ({ path: `/api/v1/auth/${path}`, body })
  const forgot = (name: string) => ask('forgot-password', { email: `${name}@example.org` })
  const resend = (name: string) => ask('resend-verification', { email: `${name}@example.org` })
  const register = (name: string, address: string) =>
    ask('register', { username: name, email: `${address}@example.org`, password: PASSWORD })
  const behindProxy = { OCTAVO_TRUSTED_PROXIES: '127.0.0.1' }

  const office = await openPostOffice()
  const mail = { OCTAVO_SMTP_URL: office.url, OCTAVO_SMTP_FROM: 'o@example.org', OCTAVO_BASE_URL: 'http://localhost' }
  const octavo = await startInhabited({ database, env: { ...mail, ...behindProxy } })
  try {
    await octavo.admin.put('/api/v1/admin/settings/auth.registration_enabled', { value: 'true' })
    await octavo.admin.put('/api/v1/admin/settings/auth.email_confirmation', { value: 'true' })
    const ended = await makeUsers(octavo, rounds)
    await octavo.execute('update account_links set expires_at = 1')
    say(`${rounds} users`)
    await compare(octavo, 'registration', 201, n => [
      register(`known-${n}`, `there-${n}`),
      register(`fresh-${n}`, `fresh-${n}`),
    ])
    await compare(octavo, 'forgotten password', 200, n => [forgot(`there-${n}`), forgot(`missing-${n}`)])
    await compare(octavo, 'confirmation again', 200, n => [resend(`fresh-${n}`), resend(`missing-${n}`)])
    await compare(octavo, 'confirmation of what is confirmed', 200, n => [resend(`there-${n}`), resend(`gone-${n}`)])
    await compare(octavo, 'link', 400, n => [
      ask('reset-password', { token: ended[n], password: PASSWORD }),
      ask('reset-password', { token: neverGiven(), password: PASSWORD }),
    ])
  } finally {
    await octavo.stop()
    await office.close()
  }
  const without = await startInhabited({ database, env: behindProxy })
  try {
    await makeUsers(without, rounds)
    await compare(without, 'forgotten without mail', 503, n => [forgot(`there-${n}`), forgot(`missing-${n}`)])
    await compare(without, 'again without mail', 503, n => [resend(`there-${n}`), resend(`missing-${n}`)])
  } finally {
    await without.stop()
  }
  return { n, figure: figures.join('; '), faults }
}

/** Answers a link for each of them. */
async function makeUsers({ admin }: Inhabited, count: number): Promise<string[]> {
  const links: string[] = []
  for (let n = 0; n < count; n++) {
    const username = `there-${n}`
    const account = { username, email: `${username}@example.org`, password: PASSWORD }
    const { id } = await admin.post<{ id: string }>('/api/v1/users', account)
    links.push((await admin.post<{ token: string }>(`/api/v1/users/${id}/reset-link`)).token)
  }
  return links
}

const neverGiven = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
