import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jpegImage } from '../../../tests/kit/images'
import { type BucketServer, startBucketServer } from '../../../tests/kit/s3'
import { createLogger } from '../kernel/log'
import { bucketStore } from './artefact-bucket'
import { folderStore } from './artefact-folder'
import type { ArtefactStore } from './artefact-store'
import { openPageCache, pruneSharedPages, SHARED_PAGES } from './page-cache'

setDefaultTimeout(60_000)

let folder: string
let bucket: BucketServer
let picture: Uint8Array
beforeAll(async () => {
  bucket = await startBucketServer()
  picture = await jpegImage({ width: 40, height: 60 })
})
afterAll(() => bucket.stop())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'octavo-pages-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

let prefixes = 0
const KINDS: readonly [string, (machine: string, prefix: string) => ArtefactStore][] = [
  ['a shared folder', (_machine, prefix) => folderStore(join(folder, prefix), { shared: true })],
  [
    'a bucket',
    (machine, prefix) => {
      const { endpoint, accessKey, secretKey } = bucket
      const settings = { bucket: bucket.bucket, prefix, endpoint, region: null, accessKey, secretKey, cacheBytes: 1e6 }
      return bucketStore({ kind: 's3', ...settings }, join(folder, machine, 'copies'))
    },
  ],
]

describe.each(KINDS)('pages in %s', (_kind, storeOf) => {
  const openOn = (machine: string, store: ArtefactStore) =>
    openPageCache({ dataDir: join(folder, machine), pageCacheBytes: 1e6 }, store, createLogger('silent'))
  const counted = () => {
    const made: string[] = []
    const make = (machine: string) => async (target: string) => {
      made.push(machine)
      await Bun.write(target, picture)
      return { mediaType: 'image/jpeg' }
    }
    return { made, make }
  }

  test('are rendered once for all servers', async () => {
    const prefix = `p${prefixes++}`
    const { made, make } = counted()
    const first = await openOn('a', storeOf('a', prefix)).file('book|1|3', make('a'))
    const second = await openOn('b', storeOf('b', prefix)).file('book|1|3', make('b'))
    expect(made).toEqual(['a'])
    expect([second.mediaType, second.bytes]).toEqual(['image/jpeg', first.bytes])
    expect(readFileSync(second.path).equals(picture)).toBe(true)
    // Another version of the book is another page.
    await openOn('c', storeOf('c', prefix)).file('book|2|3', make('c'))
    expect(made).toEqual(['a', 'c'])
  })

  test('are rendered again if the cached file is not an image', async () => {
    const prefix = `p${prefixes++}`
    const { made, make } = counted()
    const store = storeOf('a', prefix)
    await openOn('a', store).file('book', make('a'))
    const [stored] = await Array.fromAsync(store.list(SHARED_PAGES))
    if (!stored) throw new Error('The page was not stored')
    await store.remove([stored.key])
    await store.putBytes(stored.key, new TextEncoder().encode('<html>no such page</html>'))
    await openOn('b', storeOf('b', prefix)).file('book', make('b'))
    expect(made).toEqual(['a', 'b'])
  })

  test('are removed, oldest first, when the cache is too large', async () => {
    const store = storeOf('a', `p${prefixes++}`)
    const { make } = counted()
    const cache = openOn('a', store)
    for (const key of ['1', '2', '3', '4']) await cache.file(key, make('a'))
    await pruneSharedPages(store, 2.5 * picture.byteLength)
    expect((await Array.fromAsync(store.list(SHARED_PAGES))).length).toBe(2)
    await pruneSharedPages(store, 2.5 * picture.byteLength)
    expect((await Array.fromAsync(store.list(SHARED_PAGES))).length).toBe(2)
  })
})

test('keys of pages cannot leave the data folder', async () => {
  const store = folderStore(join(folder, 'data'), { shared: false })
  const cache = openPageCache({ dataDir: join(folder, 'data'), pageCacheBytes: 1e6 }, store, createLogger('silent'))
  await cache.file('book', async target => {
    await Bun.write(target, picture)
    return { mediaType: 'image/jpeg' }
  })
  expect(await Array.fromAsync(store.list(SHARED_PAGES))).toEqual([])
})

test('pages are rendered locally if the shared store does not answer', async () => {
  const gone = bucketStore(
    {
      ...{ kind: 's3', bucket: 'b', prefix: '', endpoint: 'http://127.0.0.1:9', region: null },
      ...{ accessKey: 'x', secretKey: 'y', cacheBytes: 1e6 },
    },
    join(folder, 'copies'),
    { callMs: 300, tries: 1, restMs: 10 },
  )
  const cache = openPageCache({ dataDir: folder, pageCacheBytes: 1e6 }, gone, createLogger('silent'))
  const page = await cache.file('book', async target => {
    await Bun.write(target, picture)
    return { mediaType: 'image/jpeg' }
  })
  expect(page.bytes).toBe(picture.byteLength)
})
