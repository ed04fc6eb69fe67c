// B13: entries of a library that are not books: pipes, sockets, devices, links, deep folders, and files of other
// systems.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { linkSync, symlinkSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import type { LibraryDto } from '@octavo/contract/library'
import type { ScanReportDetailDto } from '@octavo/contract/scan'
import { allBooks, makeLibrary, scan } from '../api/catalogue'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import { tell } from './bench'

setDefaultTimeout(120_000)
const folder = temporaryFolder('odd')
const outside = temporaryFolder('outside')
const root = join(folder.path, 'Library')
let octavo: Octavo
let admin: Client
let library: LibraryDto
let socket: Server
/** Entries that must not become books, below the root, with the word in the report. */
const skipped: Record<string, string> = {}

/** 500 folders one in the other: 1,000 bytes of path. */
const DEEP = `${'d/'.repeat(500)}deep.cbz`
const BOOKS = ['S/plain.cbz', 'S/hard.cbz', 'F.cbz/inside.cbz', DEEP]

beforeAll(async () => {
  const files: Record<string, Uint8Array | string> = {}
  for (const [at, name] of ['S/plain.cbz', 'F.cbz/inside.cbz', DEEP].entries()) {
    files[name] = await comic({ pages: 1, size: { width: 30 + at, height: 40 } })
  }
  for (const name of ['S/.DS_Store', '__MACOSX/S/._plain.cbz', 'S/._plain.cbz', 'S/@eaDir/plain.cbz', 'Thumbs.db']) {
    files[name] = 'x'
  }
  writeLibrary(root, files)
  writeLibrary(outside.path, { 'secret.cbz': await comic({ pages: 2 }) })
  const at = (name: string, why = 'not_a_file') => {
    skipped[name] = why
    return join(root, name)
  }
  linkSync(join(root, 'S/plain.cbz'), join(root, 'S/hard.cbz'))
  symlinkSync('..', at('S/loop.cbz'))
  symlinkSync('.', join(root, 'S/self'))
  symlinkSync(outside.path, join(root, 'S/out'))
  symlinkSync(join(outside.path, 'secret.cbz'), at('S/out.cbz'))
  symlinkSync('/dev/zero', at('S/zero.cbz'))
  symlinkSync('nowhere', at('S/dangling.cbz'))
  symlinkSync('round.cbz', at('S/round.cbz'))
  expect(
    Bun.spawnSync(['mkfifo', at('S/pipe.cbz'), join(root, 'S/plain.opf'), join(root, 'S/series.json')]).exitCode,
  ).toBe(0)
  // Only root may create devices; otherwise the link to one above covers them.
  for (const [name, numbers] of [
    ['S/endless.cbz', ['c', '1', '5']],
    ['S/disk.cbz', ['b', '7', '0']],
  ] as const) {
    if (Bun.spawnSync(['mknod', join(root, name), ...numbers]).exitCode === 0) at(name)
  }
  socket = createServer().listen(at('S/socket.cbz'))
  await new Promise(resolve => socket.once('listening', resolve))
  octavo = await startOctavo({ database: 'sqlite' })
  admin = await octavo.signInAsAdmin()
  library = await makeLibrary(admin, 'Odd', root)
})
afterAll(async () => {
  socket?.close()
  await octavo?.stop()
  folder.remove()
  outside.remove()
})

test('B13: what is no file is left out with its reason, and nothing waits for it', async () => {
  for (const mode of ['normal', 'deep']) {
    expect((await scan(admin, library.id, mode)).status).toBe('completed')
    const books = await allBooks(admin)
    expect(books.map(({ path }) => path.slice(root.length + 1)).toSorted()).toEqual(BOOKS.toSorted())
    expect(books.filter(({ pageCount }) => pageCount !== 1)).toEqual([])
  }
  const { data } = await admin.get<{ data: readonly { id: string }[] }>(`/api/v1/libraries/${library.id}/scans`)
  const { findings } = await admin.get<ScanReportDetailDto>(`/api/v1/libraries/${library.id}/scans/${data[0]?.id}`)
  const reasons = Object.fromEntries(findings.map(({ path, reason }) => [path, reason]))
  expect(reasons).toMatchObject(skipped)
  expect(findings.filter(({ kind }) => kind !== 'skipped')).toEqual([])
  tell(
    'B13',
    `${Object.keys(skipped).length} odd files left out with their reason, ${BOOKS.length}/${BOOKS.length} books found next to them`,
  )
})
