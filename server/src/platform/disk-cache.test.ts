import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createDiskCache } from './disk-cache'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'octavo-cache-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const writing = (text: string) => async (target: string) => {
  await Bun.write(target, text)
  return { mediaType: 'image/png' }
}
const fail = async () => {
  throw new Error('never made')
}

test('a file is made once however many ask at the same time', async () => {
  const cache = createDiskCache({ folder, maxBytes: 1000 })
  let made = 0
  const ask = () =>
    cache.file('page', async target => {
      made++
      return writing('pixels')(target)
    })
  const files = await Promise.all(Array.from({ length: 500 }, ask))
  expect(made).toBe(1)
  expect(new Set(files.map(file => file.path)).size).toBe(1)
  expect(files[0]).toMatchObject({ mediaType: 'image/png', bytes: 6 })
  expect(await Bun.file(files[0]?.path ?? '').text()).toBe('pixels')
})

test('a failure reaches every caller, leaves nothing behind and is retried', async () => {
  const cache = createDiskCache({ folder, maxBytes: 1000 })
  const half = async (target: string) => {
    await Bun.write(target, 'half')
    throw new Error('the page is damaged')
  }
  const both = await Promise.allSettled([cache.file('page', half), cache.file('page', half)])
  expect(both.map(each => each.status)).toEqual(['rejected', 'rejected'])
  expect(readdirSync(folder)).toEqual([])
  expect((await cache.file('page', writing('whole'))).bytes).toBe(5)
})

test('a draft that the disk does not let go is taken away when it does', async () => {
  const cache = createDiskCache({ folder, maxBytes: 1000 })
  // Simulated by a folder: like a file on a read-only disk it cannot be unlinked.
  let draft = ''
  const inTheWay = async (target: string) => {
    draft = target
    mkdirSync(target)
    throw new Error('read-only file system')
  }
  await expect(cache.file('page', inTheWay)).rejects.toThrow('read-only')
  expect(existsSync(draft)).toBe(true)
  rmSync(draft, { recursive: true })
  await Bun.write(draft, 'half')
  const { path } = await cache.file('page', writing('whole'))
  expect(readdirSync(folder)).toEqual([basename(path)])
})

test('stays within its size, evicting the least recently used', async () => {
  const cache = createDiskCache({ folder, maxBytes: 25 })
  for (const key of ['a', 'b']) await cache.file(key, writing('0123456789'))
  await cache.file('a', fail)
  await cache.file('c', writing('0123456789'))
  await cache.file('a', fail)
  expect(cache.file('b', fail)).rejects.toThrow('never made')
})

test('takes over what an earlier process left, and clears its drafts', async () => {
  await createDiskCache({ folder, maxBytes: 1000 }).file('page', writing('pixels'))
  await Bun.write(join(folder, 'draft.1-0.tmp'), 'half')
  const cache = createDiskCache({ folder, maxBytes: 1000 })
  expect(await cache.file('page', fail)).toMatchObject({ mediaType: 'image/png', bytes: 6 })
  expect(existsSync(join(folder, 'draft.1-0.tmp'))).toBe(false)
})

test('recreates deleted files, the folder too', async () => {
  const cache = createDiskCache({ folder, maxBytes: 1000 })
  await cache.file('page', writing('old'))
  rmSync(folder, { recursive: true })
  expect(await Bun.file((await cache.file('page', writing('new'))).path).text()).toBe('new')
})
