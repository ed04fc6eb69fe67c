// B04: encrypted books of every format on a real server; they are not retried.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BookErrorDto } from '@octavo/contract/book-error'
import type { LibraryDto } from '@octavo/contract/library'
import { allBooks, makeLibrary, scan } from '../api/catalogue'
import { writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { pngImage } from '../kit/images'
import { FIXTURES, temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import { sevenZip } from '../kit/seven-zip'
import { tell } from './bench'

setDefaultTimeout(60_000)
const folder = temporaryFolder('encrypted')
let octavo: Octavo
let admin: Client
let library: LibraryDto

const fixture = (path: string) => readFileSync(join(FIXTURES, path))

beforeAll(async () => {
  const pages = {
    'a.png': await pngImage({ width: 30, height: 40 }),
    'b.png': await pngImage({ width: 31, height: 40 }),
  }
  writeLibrary(folder.path, {
    'S/zip-crypto.cbz': await sevenZip('zip', pages, ['-mem=ZipCrypto', '-psecret']),
    'S/zip-aes.cbz': await sevenZip('zip', pages, ['-mem=AES256', '-psecret']),
    'S/rar4.cbr': fixture('cbr/komga-rar4-encrypted.cbr'),
    'S/rar5-names.cbr': fixture('cbr/komga-rar5-encrypted.cbr'),
    'S/7z-names.cb7': await sevenZip('7z', pages, ['-psecret', '-mhe=on']),
    'S/user.pdf': fixture('hostile/encrypted-user.pdf'),
  })
  octavo = await startOctavo({ database: 'sqlite' })
  admin = await octavo.signInAsAdmin()
  library = await makeLibrary(admin, 'Encrypted', folder.path)
})
afterAll(async () => {
  await octavo?.stop()
  folder.remove()
})

test('B04: encrypted books are reported as such, and read only once', async () => {
  const before = await errors()
  expect(Object.keys(before).length).toBe(6)
  for (const found of Object.values(before)) {
    expect(found).toMatchObject([{ errorType: 'parser', details: { reason: 'encrypted' } }])
  }
  for (let again = 0; again < 2; again++) await scan(admin, library.id)
  // An analysis sets all of a book's errors again, with its own time.
  expect(await errors()).toEqual(before)
  expect(await admin.get<readonly unknown[]>('/api/v1/tasks?status=failed')).toEqual([])
  tell('B04', `${Object.keys(before).length}/6 encrypted, retries 0`)
})

async function errors(): Promise<Record<string, readonly BookErrorDto[]>> {
  const found: Record<string, readonly BookErrorDto[]> = {}
  for (const { id, path } of await allBooks(admin)) found[path] = await admin.get(`/api/v1/books/${id}/errors`)
  return found
}
