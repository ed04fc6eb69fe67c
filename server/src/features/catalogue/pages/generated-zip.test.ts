import { afterAll, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../../../../tests/kit/paths'
import { AppError } from '../../../kernel/app-error'
import { createLogger } from '../../../kernel/log'
import { createDiskCache } from '../../../platform/disk-cache'
import { generatedZip } from './generated-zip'

const MB = 1024 ** 2
const folder = temporaryFolder('generated-zip')
afterAll(() => folder.remove())
const at = join(folder.path, 'cache')
const cache = createDiskCache({ folder: at, maxBytes: 48 * MB })
const deps = { cache, log: createLogger('silent') }
const request = new Request('http://localhost/')

function zip(megabytes: number, error?: Error) {
  let reads = 0
  return {
    size: megabytes * MB,
    reads: () => reads,
    async *parts() {
      reads++
      for (let n = 0; n < megabytes; n++) {
        if (error && n === 5) throw error
        yield new Uint8Array(MB).fill(n)
      }
    },
  }
}

test('a zip is written once, and read from its file', async () => {
  const one = zip(10)
  const bodies = await Promise.all([1, 2, 3].map(() => generatedZip(deps, request, 'a', one)))
  expect(bodies.map(({ body }) => body instanceof Blob && body.size)).toEqual([10 * MB, 10 * MB, 10 * MB])
  await generatedZip(deps, request, 'a', one)
  expect([one.reads(), readdirSync(at).length]).toEqual([1, 1])
})

test('beyond a quarter of the cache it is streamed, as while another zip needs the space', async () => {
  expect((await generatedZip(deps, request, 'b', zip(13))).body).toBeFunction()
  const both = await Promise.all(['c', 'd'].map(key => generatedZip(deps, request, key, zip(10))))
  expect(both.map(({ body }) => body instanceof Blob)).toContain(true)
  expect((await generatedZip(deps, request, 'd', zip(10))).body).toBeInstanceOf(Blob)
})

test('a zip that cannot be completed leaves nothing behind', async () => {
  const before = readdirSync(at)
  const changed = new AppError('Conflict', 'changed')
  await expect(generatedZip(deps, request, 'e', zip(10, changed))).rejects.toBe(changed)
  expect((await generatedZip(deps, request, 'e', zip(10, new Error('no space left')))).body).toBeFunction()
  expect(readdirSync(at)).toEqual(before)
})
