import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../../tests/kit/client'
import { type BucketServer, startBucketServer } from '../../../tests/kit/s3'
import { LIMITS } from '../kernel/limits'
import { bucketStore } from './artefact-bucket'
import { folderStore } from './artefact-folder'
import type { ArtefactStore } from './artefact-store'

setDefaultTimeout(60_000)

let folder: string
let bucket: BucketServer
beforeAll(async () => {
  bucket = await startBucketServer()
})
afterAll(() => bucket.stop())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'octavo-artefacts-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

let prefixes = 0
const inBucket = (machine: string, prefix: string, limits?: Parameters<typeof bucketStore>[2]) =>
  bucketStore(
    {
      kind: 's3',
      bucket: bucket.bucket,
      prefix,
      endpoint: bucket.endpoint,
      region: null,
      accessKey: bucket.accessKey,
      secretKey: bucket.secretKey,
      cacheBytes: 1024 ** 2,
    },
    join(folder, machine),
    limits ?? LIMITS.storage,
  )

/** Two machines on one store. */
const KINDS: Readonly<Record<string, () => readonly [ArtefactStore, ArtefactStore]>> = {
  folder: () => [
    folderStore(join(folder, 'shared'), { shared: true }),
    folderStore(join(folder, 'shared'), { shared: true }),
  ],
  s3: () => {
    const prefix = `tests/${++prefixes}`
    return [inBucket('one', prefix), inBucket('two', prefix)]
  },
}

function file(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

test('files and folders are for the account of the server alone, unless machines share the folder', async () => {
  const umask = process.umask(0o027)
  try {
    for (const [name, shared, modes] of [
      ['own', false, ['700', '700', '600', '600']],
      ['common', true, ['750', '750', '640', '640']],
    ] as const) {
      const root = join(folder, name)
      const store = folderStore(root, { shared })
      await store.put('covers/ab/one.jpg', file('one.jpg', '1'))
      await store.putBytes('covers/ab/two.jpg', new Uint8Array([2]))
      const paths = ['covers', 'covers/ab', 'covers/ab/one.jpg', 'covers/ab/two.jpg']
      const modeOf = (path: string) => (statSync(join(root, path)).mode & 0o777).toString(8)
      expect([name, paths.map(modeOf)]).toEqual([name, [...modes]])
    }
  } finally {
    process.umask(umask)
  }
})

async function keys(store: ArtefactStore, prefix: string): Promise<string[]> {
  const found: string[] = []
  for await (const { key } of store.list(prefix)) found.push(key)
  return found.sort()
}

for (const [kind, machines] of Object.entries(KINDS)) {
  describe(`artefacts in ${kind}`, () => {
    test('made on one machine are found on the other, whole, and the file is moved', async () => {
      const [one, two] = machines()
      const draft = file('draft', 'pixels')
      await one.put('a/b/cover.jpg', draft)
      expect(existsSync(draft)).toBe(false)
      const found = await two.open('a/b/cover.jpg')
      expect([await found?.text(), found?.type]).toEqual(['pixels', 'image/jpeg'])
      expect([await one.exists('a/b/cover.jpg'), await two.exists('a/b/none.jpg')]).toEqual([true, false])
      await two.putBytes('a/c.jpg', new TextEncoder().encode('others'))
      expect(await (await one.open('a/c.jpg'))?.text()).toBe('others')
      expect(await one.open('a/none.jpg')).toBeNull()
    })

    test('are listed below a prefix, and removed with their copies', async () => {
      const [one, two] = machines()
      for (const key of ['a/1.jpg', 'a/x/2.jpg', 'b/3.jpg']) await one.putBytes(key, new Uint8Array(7))
      expect(await keys(two, 'a/')).toEqual(['a/1.jpg', 'a/x/2.jpg'])
      for await (const { bytes, modifiedMs } of two.list('b/')) {
        expect(bytes).toBe(7)
        expect(Math.abs(Date.now() - modifiedMs)).toBeLessThan(60_000)
      }
      expect(await keys(two, 'none/')).toEqual([])
      await two.open('a/1.jpg')
      await two.remove(['a/1.jpg', 'b/3.jpg', 'never/there.jpg'])
      expect(await keys(one, 'a/')).toEqual(['a/x/2.jpg'])
      expect([await two.open('a/1.jpg'), await one.exists('b/3.jpg')]).toEqual([null, false])
    })

    test('say whether something can be stored', async () => {
      const [one] = machines()
      await one.check()
      expect((await keys(one, '')).filter(key => key.endsWith('.part'))).toEqual([])
    })
  })
}

test('a folder that was taken away is made again', async () => {
  const store = folderStore(join(folder, 'shared'), { shared: true })
  await store.putBytes('a/1.jpg', new Uint8Array(1))
  rmSync(join(folder, 'shared'), { recursive: true })
  await store.putBytes('a/2.jpg', new Uint8Array(1))
  await store.put('a/3.jpg', file('draft', 'x'))
  expect(readdirSync(join(folder, 'shared/a')).sort()).toEqual(['2.jpg', '3.jpg'])
})

test('an open file is read whole, though a longer one replaced it meanwhile', async () => {
  const store = folderStore(join(folder, 'store'), { shared: true })
  await store.putBytes('thumbnails/one.jpg', new Uint8Array(1_000).fill(1))
  const opened = await store.open('thumbnails/one.jpg')
  await store.putBytes('thumbnails/one.jpg', new Uint8Array(5_000).fill(2))
  expect(await opened?.bytes()).toEqual(new Uint8Array(5_000).fill(2))
})

test('a folder on another file system gets a copy', async () => {
  const place = ['/dev/shm', '/var/tmp'].find(path => statSync(path).dev !== statSync(folder).dev)
  const other = mkdtempSync(`${place}/octavo-artefacts-`)
  try {
    const store = folderStore(other, { shared: true })
    const draft = file('draft', 'pixels')
    await store.put('a/1.jpg', draft)
    expect([await (await store.open('a/1.jpg'))?.text(), existsSync(draft), readdirSync(join(other, 'a'))]).toEqual([
      'pixels',
      false,
      ['1.jpg'],
    ])
  } finally {
    rmSync(other, { recursive: true })
  }
})

describe('a bucket that does not answer', () => {
  const quick = { callMs: 300, tries: 2, restMs: 200 }
  const unavailable = { name: 'AppError', code: 'ServiceUnavailable' }

  /** Until it is stored: on a busy machine even an available bucket takes longer than such a short limit. */
  const put = (store: ArtefactStore, key: string, content: string) =>
    until(
      () =>
        store.put(key, file('draft', content)).then(
          () => true,
          () => false,
        ),
      Boolean,
    )

  test('is reported, while local copies are still served; it recovers by itself', async () => {
    const store = inBucket('one', 'gone', quick)
    const other = inBucket('two', 'gone', quick)
    await put(store, 'a/1.jpg', 'pixels')
    await bucket.pause()
    try {
      await expect(other.open('a/1.jpg')).rejects.toMatchObject(unavailable)
      await expect(store.open('a/2.jpg')).rejects.toMatchObject(unavailable)
      await expect(store.check()).rejects.toMatchObject(unavailable)
      const draft = file('draft', 'not lost')
      await expect(store.put('a/3.jpg', draft)).rejects.toMatchObject(unavailable)
      expect(existsSync(draft)).toBe(true)
      expect(await (await store.open('a/1.jpg'))?.text()).toBe('pixels')
      expect(store.counts().failures).toBeGreaterThan(0)
    } finally {
      await bucket.resume()
    }
    for (let attempt = 0; ; attempt++) {
      const back = await other.open('a/1.jpg').catch(() => null)
      if (back) {
        expect(await back.text()).toBe('pixels')
        break
      }
      if (attempt > 100) throw new Error('The bucket never came back')
      await Bun.sleep(50)
    }
  })

  test('holds nobody for longer than its limit, and is not asked by everyone', async () => {
    const silent = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => undefined } })
    const store = bucketStore(
      {
        kind: 's3',
        bucket: 'b',
        prefix: '',
        endpoint: `http://127.0.0.1:${silent.port}`,
        region: null,
        accessKey: 'k',
        secretKey: 's',
        cacheBytes: 1024,
      },
      join(folder, 'silent'),
      { callMs: 100, tries: 1, restMs: 60_000 },
    )
    await expect(store.open('a/1.jpg')).rejects.toMatchObject(unavailable)
    const failures = store.counts().failures
    await expect(store.open('a/2.jpg')).rejects.toMatchObject(unavailable)
    expect(store.counts().failures).toBe(failures)
    silent.stop(true)
  })
})

// A bucket itself guarantees that objects are written atomically.
test('artefacts in a shared folder, written by both machines at once are never read half', async () => {
  const root = join(folder, 'shared')
  const [one, two] = [folderStore(root, { shared: true }), folderStore(root, { shared: true })]
  const content = 'x'.repeat(200_000)
  const writing = (async () => {
    for (let i = 0; i < 20; i++) {
      await Promise.all([one.put('m/08.jpg', file(`1-${i}`, content)), two.put('m/08.jpg', file(`2-${i}`, content))])
    }
  })()
  let reads = 0
  const reading = (async () => {
    while (reads < 200) {
      const found = await two.open('m/08.jpg')
      if (found) expect((await found.text()).length).toBe(content.length)
      reads++
    }
  })()
  await Promise.all([writing, reading])
  expect(await keys(one, 'm/')).toEqual(['m/08.jpg'])
})
