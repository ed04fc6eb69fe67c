// Parts of ebooks opened as pages of their own, and addresses that lead out of the archive.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PublicationManifest, ResourceTicket } from '@octavo/contract/publication'
import { allBooks, firstScans } from '../api/catalogue'
import { sendTarget } from '../api/raw'
import { copyFixtures } from '../browser/shelves'
import type { Client } from '../kit/client'
import { FIXTURES, temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import { tell } from './bench'

setDefaultTimeout(120_000)

/** Ways out of the folder that a part lies in, as far as to a file that every Unix has. */
const WAYS = ['..', '%2e%2e', '.%2e', '%252e%252e', '..%00', '..%c0%af', '．．'].flatMap(up =>
  ['/', '%2f', '%5c', '\\', '%252f'].map(slash => `${`${up}${slash}`.repeat(8)}etc${slash}passwd`),
)
const TARGETS = [
  ...WAYS,
  '/etc/passwd',
  '%2fetc%2fpasswd',
  'file:///etc/passwd',
  'file:%2f%2f%2fetc%2fpasswd',
  'http://127.0.0.1/',
  'mimetype/../../../../etc/passwd',
  'META-INF/container.xml%00.png',
  '__proto__',
  'constructor',
]

describe('H12: parts of ebooks', () => {
  const folder = temporaryFolder('book-parts')
  let octavo: Octavo
  let admin: Client

  beforeAll(async () => {
    const epubs = readdirSync(join(FIXTURES, 'epub')).filter(name => name.endsWith('.epub'))
    const hostile = readdirSync(join(FIXTURES, 'hostile')).filter(name => name.endsWith('.epub'))
    copyFixtures(
      folder.path,
      Object.fromEntries([
        ...epubs.map(name => [join('Books', name), `epub/${name}`]),
        ...hostile.map(name => [join('Hostile', name), `hostile/${name}`]),
      ]),
    )
    octavo = await startOctavo({ database: 'sqlite', libraries: [folder.path] })
    admin = await octavo.signInAsAdmin()
    await firstScans(admin)
  })
  afterAll(async () => {
    await octavo?.stop()
    folder.remove()
  })

  test('H12: opened as a page they have an opaque origin, run no script and have their declared type', async () => {
    const bare: string[] = []
    const escaped: string[] = []
    let parts = 0
    let ways = 0
    let opened = 0
    for (const { id, path } of await allBooks(admin)) {
      const answer = await admin.fetch(`/api/v1/books/${id}/manifest`)
      if (answer.status !== 200) continue
      opened++
      const { readingOrder, resources } = (await answer.json()) as PublicationManifest
      const { base } = await admin.post<ResourceTicket>(`/api/v1/books/${id}/resource-ticket`)
      for (const { href } of [...readingOrder, ...resources.slice(0, 20)]) {
        const { headers } = await octavo.anonymous.fetch(base + href)
        parts++
        const policy = headers.get('content-security-policy') ?? ''
        const isHeld = /^sandbox;/.test(policy) && !/script|'unsafe-eval'/.test(policy)
        if (!isHeld || headers.get('x-content-type-options') !== 'nosniff') bare.push(`${path} ${href}`)
      }
      if (opened > 3) continue
      for (const way of TARGETS) {
        const { status, body } = await sendTarget(octavo.url, 'GET', base + way)
        ways++
        const isLeak = body.includes('root:') || body.includes('/bin/')
        // An address that the server itself puts in order may be one of the web app's.
        const isPage = status === 200 && /^\s*<!doctype html/i.test(body) && body.includes('Octavo')
        if (isLeak || (status < 400 && !isPage)) escaped.push(`${status} ${way}`)
      }
    }
    expect(bare).toEqual([])
    expect(escaped).toEqual([])
    expect(parts).toBeGreaterThan(300)
    tell('H12', `headers ${parts}/${parts} parts of ${opened} ebooks, escapes 0 of ${ways} addresses`)
  })
})
