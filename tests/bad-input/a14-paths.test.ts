// Paths that lead out of a library: next to it, above it, through links, and in other spellings.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LibraryDto } from '@octavo/contract/library'
import { allBooks, JSON_HEADERS, makeLibrary, scan, scanEnd } from '../api/catalogue'
import { sendTarget } from '../api/raw'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import { tell } from './bench'

setDefaultTimeout(120_000)

describe('A14: paths', () => {
  const folder = temporaryFolder('paths')
  const at = (...parts: string[]) => join(folder.path, ...parts)
  let octavo: Octavo
  let admin: Client
  let library: LibraryDto

  beforeAll(async () => {
    writeLibrary(folder.path, {
      'books/Tide/Tide 1.cbz': await comic({ pages: 1 }),
      // Next to the library, with its name as a beginning.
      'books-secret/Canary/Canary 1.cbz': await comic({ pages: 2 }),
      'Canary 2.cbz': await comic({ pages: 3 }),
    })
    writeFileSync(at('canary.txt'), 'canary of the disk')
    symlinkSync(at('books-secret'), at('books/linked'))
    symlinkSync(at('Canary 2.cbz'), at('books/Tide/linked.cbz'))
    octavo = await startOctavo({ database: 'sqlite' })
    admin = await octavo.signInAsAdmin()
    library = await makeLibrary(admin, 'Books', at('books'))
  })
  afterAll(async () => {
    await octavo?.stop()
    folder.remove()
  })

  test('A14: of a library lead only to its own files', async () => {
    const escapes: string[] = []
    let tried = 0
    const look = async (what: string) => {
      tried++
      const outside = (await allBooks(admin)).filter(({ path }) => /canary|linked/i.test(path))
      if (outside.length > 0) escapes.push(`${what}: ${outside.map(({ path }) => path)}`)
    }
    await look('links')

    const ups = [
      '..',
      '../books-secret',
      '../books-secret/Canary',
      '../../',
      './../books-secret',
      'Tide/../../books-secret',
    ]
    const others = [
      ...ups,
      ...ups.map(path => encodeURIComponent(path)),
      ...ups.map(path => path.replaceAll('/', '\\')),
      at('books-secret'),
      at('books-secret/Canary'),
      at('books/../books-secret'),
      at('books/linked'),
      'linked',
      'linked/Canary',
      '/',
      '//',
      '/etc',
      'file:///etc',
      '-rf',
      '~',
      '%2e%2e%2fbooks-secret',
      '..%2fbooks-secret',
      '..;/books-secret',
      '．．/books-secret',
      'Tide/linked.cbz',
    ]
    for (const path of others) {
      const answer = await admin.fetch(`/api/v1/libraries/${library.id}/scan?path=${encodeURIComponent(path)}`, {
        method: 'POST',
      })
      if (answer.ok) await scanEnd(admin, library.id)
      await look(`scan of ${path}: ${answer.status}`)
    }

    // A folder that becomes a link between two scans.
    renameSync(at('books/Tide'), at('Tide'))
    symlinkSync(at('books-secret'), at('books/Tide'))
    await scan(admin, library.id, 'deep')
    await look('a folder that became a link')
    rmSync(at('books/Tide'))
    renameSync(at('Tide'), at('books/Tide'))
    await scan(admin, library.id, 'deep')

    const make = (path: unknown) =>
      admin.fetch('/api/v1/libraries', {
        method: 'POST',
        headers: JSON_HEADERS,
        body: JSON.stringify({ name: `Library ${tried}`, path }),
      })
    mkdirSync(at('books/below'))
    for (const path of [
      '',
      '.',
      '..',
      'books',
      './books',
      'file:///etc',
      '~/books',
      at('books'),
      at('books/below'),
      at('none'),
      at('canary.txt'),
      `${at('books')}\0`,
      folder.path,
    ]) {
      tried++
      const { status } = await make(path)
      if (status < 400) escapes.push(`a library of ${JSON.stringify(path)}: ${status}`)
    }

    for (const path of ['/assets/', '/api/v1/', '/epub/x/', '/opds/v1/', '/']) {
      for (const way of ['../', '%2e%2e%2f', '..%2f', '..%5c', '%2e%2e/']) {
        tried++
        const target = `${path}${way.repeat(12)}${at('canary.txt').slice(1)}`
        const { body } = await sendTarget(octavo.url, 'GET', target, [`Authorization: ${admin.headers.authorization}`])
        if (body.includes('canary of the disk')) escapes.push(target)
      }
    }
    expect(escapes).toEqual([])
    expect(tried).toBeGreaterThanOrEqual(60)
    tell('A14', `escapes 0 of ${tried} paths`)
  })
})
