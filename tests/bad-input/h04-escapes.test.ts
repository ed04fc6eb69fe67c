// H04: names that lead out of the archive, and links in it. Names are labels only: no file is ever created by one.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allBooks, makeLibrary } from '../api/catalogue'
import { tarHeader } from '../kit/bombs'
import { writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { bmpHeader } from '../kit/odd-images'
import { temporaryFolder } from '../kit/paths'
import { rar4, rar5 } from '../kit/raw-rar'
import { rawZip } from '../kit/raw-zip'
import { type Octavo, startOctavo } from '../kit/server'
import { sevenZip } from '../kit/seven-zip'
import { tell } from './bench'

setDefaultTimeout(120_000)

/** File names that only these archives could create on this machine. */
const MARK = `octavo-escape-${process.pid}`
const PAGE = Buffer.concat([bmpHeader(10, 10, 320), Buffer.alloc(320)])
const SECRET = `secret ${MARK}`

/** `%` is the canary's folder, below which nothing may change. */
const NAMES = [
  `../${MARK}.bmp`,
  `../../../../../../../../../../../../tmp/${MARK}.bmp`,
  `a/../../${MARK}.bmp`,
  `..\\${MARK}.bmp`,
  `..\\..\\..\\tmp\\${MARK}.bmp`,
  `/tmp/${MARK}.bmp`,
  `//tmp/${MARK}.bmp`,
  `%/${MARK}.bmp`,
  `C:\\${MARK}.bmp`,
  `C:${MARK}.bmp`,
  `\\\\server\\share\\${MARK}.bmp`,
  `\\\\?\\C:\\${MARK}.bmp`,
  `nul\0../${MARK}.bmp`,
  `./././${MARK}.bmp`,
  `~/${MARK}.bmp`,
  `$HOME/${MARK}.bmp`,
  `..%2f${MARK}.bmp`,
  `．．/${MARK}.bmp`,
  `..\u2215${MARK}.bmp`,
  `file:///tmp/${MARK}.bmp`,
]

describe('H04', () => {
  const canary = temporaryFolder('canary')
  const folder = temporaryFolder('escapes')
  let octavo: Octavo
  let admin: Client
  let before: string
  let archives = 0

  beforeAll(async () => {
    writeLibrary(canary.path, { 'deep/secret.txt': SECRET, 'existing.bmp': PAGE })
    before = treeHash(canary.path)
    const names = NAMES.map(name => name.replace('%', canary.path))
    const links = [
      '/etc/passwd',
      '../../../../../etc/passwd',
      `${canary.path}/deep/secret.txt`,
      '.',
      `${canary.path}/existing.bmp`,
    ]
    const zipLink = (target: string, at: number) => ({ name: `link-${at}.bmp`, data: Buffer.from(target) })
    const files: Record<string, Uint8Array> = {
      'zip.cbz': asUnix(rawZip(names.map(name => ({ name, data: PAGE }))), 0o100644),
      'zip-links.cbz': asUnix(rawZip([...links.map(zipLink), { name: 'link-0.bmp/x.bmp', data: PAGE }]), 0o120777),
      'rar5.cbr': rar5(names.map(name => ({ name, data: PAGE }))),
      'rar5-windows.cbr': rar5(names.map(name => ({ name, data: PAGE, host: 'windows' as const }))),
      'rar4.cbr': rar4(names.map(name => ({ name, data: PAGE }))),
      'rar4-windows.cbr': rar4(names.map(name => ({ name, data: PAGE, host: 'windows' as const }))),
      'tar.cbt': Buffer.concat([
        ...names.flatMap(name => [tarHeader(name, PAGE.length), padded(PAGE)]),
        Buffer.alloc(1024),
      ]),
      'tar-links.cbt': Buffer.concat([
        ...links.flatMap((to, at) => [tarHeader(`s${at}.bmp`, 0, '2', to), tarHeader(`h${at}.bmp`, 0, '1', to)]),
        ...['3', '4', '6'].map(type => tarHeader(`device${type}.bmp`, 0, type)),
        Buffer.alloc(1024),
      ]),
      '7z.cb7': renamed(await sevenZip('7z', { [filler(0)]: PAGE, [filler(1)]: PAGE }, ['-mhc=off', '-m0=Copy']), [
        `../${MARK}`,
        `/tmp/${MARK}`,
      ]),
    }
    for (const kind of ['symlink', 'windows-symlink', 'junction', 'hardlink', 'copy'] as const) {
      files[`rar5-${kind}.cbr`] = rar5([
        ...links.map((to, at) => ({ name: `l${at}.bmp`, link: { kind, to } })),
        { name: 'l0.bmp/x.bmp', data: PAGE },
      ])
    }
    archives = Object.keys(files).length
    writeLibrary(folder.path, Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`S/${name}`, bytes])))
    octavo = await startOctavo({ database: 'sqlite' })
    admin = await octavo.signInAsAdmin()
    await makeLibrary(admin, 'Escapes', folder.path)
  })
  afterAll(async () => {
    await octavo?.stop()
    canary.remove()
    folder.remove()
  })

  test('H04: every page of every such archive is a page of it or an error, and nothing comes to be by a name', async () => {
    const books = await allBooks(admin)
    expect(books.length).toBe(archives)
    let pages = 0
    for (const { id, path } of books) {
      const listed = await admin.get<readonly unknown[]>(`/api/v1/books/${id}/pages`)
      for (const at of listed.keys()) {
        const answer = await admin.fetch(`/api/v1/books/${id}/pages/${at + 1}`)
        const body = Buffer.from(await answer.arrayBuffer())
        pages++
        if (answer.ok) expect([path, body.equals(PAGE)]).toEqual([path, true])
        else expect([path, [404, 422].includes(answer.status)]).toEqual([path, true])
        expect(body.includes(SECRET) || body.includes('root:')).toBe(false)
      }
      await admin.fetch(`/api/v1/books/${id}/thumbnail`)
    }
    expect(pages).toBeGreaterThan(100)
    expect(treeHash(canary.path)).toBe(before)
    const found = [tmpdir(), '/tmp', '/', process.cwd(), folder.path, join(folder.path, 'S'), octavo.dataDir].flatMap(
      place => readdirSync(place).filter(name => name.includes(MARK)),
    )
    expect(found).toEqual([])
    const data = readdirSync(octavo.dataDir, { recursive: true }).map(String)
    expect(data.filter(name => name.includes(MARK))).toEqual([])
    tell(
      'H04',
      `0 files by a name of ${pages} pages in ${books.length} archives (canary tree unchanged), 0 bytes of other files`,
    )
  })
})

/** Marks the archive as made on Unix, with the types of its entries. */
function asUnix(zip: Buffer, mode: number): Buffer {
  for (let at = zip.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 4, 'latin1')) {
    zip.writeUInt8(3, at + 5)
    zip.writeUInt16LE(mode, at + 40)
  }
  return zip
}

/** A name as long as those that take its place in a header that is not packed. */
function filler(at: number): string {
  return `${String.fromCharCode(97 + at).repeat(at === 0 ? `../${MARK}`.length : `/tmp/${MARK}`.length)}.bmp`
}

/** Other names of the same length in a 7z, whose header has a checksum, and that checksum another. */
function renamed(archive: Buffer, names: readonly string[]): Buffer {
  for (const [at, name] of names.entries()) {
    const place = archive.indexOf(Buffer.from(filler(at), 'utf16le'))
    expect(place).toBeGreaterThan(0)
    archive.write(name, place, 'utf16le')
  }
  const header = archive.subarray(32 + Number(archive.readBigUInt64LE(12)))
  archive.writeUInt32LE(Bun.hash.crc32(header), 28)
  archive.writeUInt32LE(Bun.hash.crc32(archive.subarray(12, 32)), 8)
  return archive
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)])
}

/** Names, kinds and contents of all that lies below a folder. */
function treeHash(root: string): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(root, { recursive: true }).map(String).toSorted()) {
    const stat = lstatSync(join(root, name))
    hash.update(`${name}\0${stat.mode}\0${stat.nlink}\0`)
    if (stat.isFile()) hash.update(readFileSync(join(root, name)))
  }
  return hash.digest('hex')
}
