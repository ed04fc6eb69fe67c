import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { comic } from '../../../tests/kit/books'
import { until } from '../../../tests/kit/client'
import { bmpHeader } from '../../../tests/kit/odd-images'
import { FIXTURES, temporaryFolder } from '../../../tests/kit/paths'
import { rar5 } from '../../../tests/kit/raw-rar'
import { zip } from '../../../tests/kit/zip'
import type { PageEntry } from '../formats/facts'
import { type PoolOptions, startParserPool } from './pool'
import type { ParserPool } from './pool.types'

setDefaultTimeout(60_000)

const scratch = temporaryFolder('pool')
const file = (name: string) => join(scratch.path, name)
afterAll(scratch.remove)

/** 100 million operators: a file that keeps a parser busy for minutes. */
const ENDLESS_PDF = join(FIXTURES, 'hostile/content-200mb.pdf')
const SMALL_BOOKS = Array.from({ length: 12 }, (_, i) => file(`book-${i}.cbz`))
for (const [i, path] of SMALL_BOOKS.entries()) writeFileSync(path, await comic({ pages: i + 1 }))

async function withPool<T>(options: PoolOptions, use: (pool: ParserPool) => Promise<T>): Promise<T> {
  const pool = startParserPool(options)
  try {
    return await use(pool)
  } finally {
    await pool.close()
  }
}

const firstPage = (pages: readonly PageEntry[]) => pages[0] as PageEntry

test('each caller gets its own answer, however many call at once', async () => {
  await withPool({ size: 2 }, async pool => {
    const facts = await Promise.all(SMALL_BOOKS.map(path => pool.analyze({ path, thumbnailTarget: null })))
    expect(facts.map(one => one.pageCount)).toEqual(SMALL_BOOKS.map((_, i) => i + 1))
    expect(pool.counts()).toEqual({ processes: 2, tasks: 0, started: 2, killed: 0 })
  })
})

test('processes start with the first work and end when there is none', async () => {
  await withPool({ size: 2, idleMs: 20 }, async pool => {
    expect(pool.counts().processes).toBe(0)
    await pool.analyze({ path: SMALL_BOOKS[0] as string, thumbnailTarget: null })
    await until(
      async () => pool.counts().processes,
      count => count === 0,
    )
    const again = await pool.analyze({ path: SMALL_BOOKS[1] as string, thumbnailTarget: null })
    expect(again.pageCount).toBe(2)
  })
})

test('a process is replaced after a number of files', async () => {
  await withPool({ size: 1, recycleAfter: 3 }, async pool => {
    for (const path of SMALL_BOOKS) await pool.analyze({ path, thumbnailTarget: null })
    expect(pool.counts()).toMatchObject({ started: 4, killed: 0 })
  })
})

test('a file that takes too long for its cover keeps its pages, and the others are read', async () => {
  await withPool({ size: 1, coverMs: 200 }, async pool => {
    const [endless, ...others] = await Promise.all([
      pool.analyze({ path: ENDLESS_PDF, thumbnailTarget: file('endless.jpg') }),
      ...SMALL_BOOKS.map(path => pool.analyze({ path, thumbnailTarget: null })),
    ])
    expect(endless).toMatchObject({ format: 'pdf', pageCount: 1, cover: null })
    expect(endless.errors).toMatchObject([{ errorType: 'thumbnail', reason: 'resource' }])
    expect(others.flatMap(one => one.errors)).toEqual([])
    expect(pool.counts().killed).toBe(1)
    expect(existsSync(file('endless.jpg'))).toBe(false)
  })
})

test('a page that takes too long is a problem with that page', async () => {
  await withPool({ size: 1, pageMs: 1_000 }, async pool => {
    const page = await pool.page({ ...renderedPage(ENDLESS_PDF), target: file('endless-page.jpg') })
    expect(page).toMatchObject({ ok: false, problem: { errorType: 'pdf_rendering', reason: 'resource' } })
  })
})

test.each([1, 2])(
  'a book whose pages take long delays its own, and not those of others, with processes: %i',
  async size => {
    const path = file(`other-${size}.cbz`)
    const image = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#204080' } })
      .jpeg()
      .toBuffer()
    writeFileSync(path, zip([{ name: '1.jpg', data: image, method: 'deflate' }]))
    // Of one process, the first slow page takes all of this time.
    await withPool({ size, pageMs: size === 1 ? 2_000 : 4_000 }, async pool => {
      const { pages } = await pool.analyze({ path, thumbnailTarget: null })
      let ended = 0
      const slow = Array.from({ length: 6 }, async (_, at) => {
        await pool.page({ ...renderedPage(ENDLESS_PDF), target: file(`slow-${size}-${at}.jpg`) }).catch(() => null)
        ended++
      })
      await Bun.sleep(200)
      const page = await pool.page({
        path,
        page: 1,
        ...firstPage(pages),
        width: 120,
        target: file(`other-${size}.jpg`),
      })
      expect(page.ok).toBe(true)
      expect(ended).toBeLessThan(size === 1 ? 3 : 1)
      await pool.close()
      await Promise.all(slow)
    })
  },
)

test('a process that exceeds a limit fails one file and no other', async () => {
  await withPool({ size: 1, cpuSeconds: 1 }, async pool => {
    const [page, book] = await Promise.all([
      pool.page({ ...renderedPage(ENDLESS_PDF), target: file('dying.jpg') }),
      pool.analyze({ path: SMALL_BOOKS[0] as string, thumbnailTarget: null }),
    ])
    expect(page).toMatchObject({ ok: false, problem: { errorType: 'pdf_rendering', reason: 'resource' } })
    expect(book.errors).toEqual([])
  })
})

test('a file whose process is killed from outside is read once more', async () => {
  await withPool({ size: 1, pageMs: 5_000 }, async pool => {
    const reading = pool.page({ ...renderedPage(ENDLESS_PDF), target: file('killed.jpg') })
    const busy = await until(
      async () => childAtWork(),
      pid => pid !== undefined,
    )
    process.kill(Number(busy), 'SIGKILL')
    const answer = await reading
    expect(answer.ok ? null : answer.problem.message).toBe('Reading the file took longer than 5 seconds.')
    expect(pool.counts()).toMatchObject({ started: 2, killed: 2 })
  })
})

test('a file is blamed for a lack of memory only if a new process fails as well', async () => {
  const picture = Buffer.concat([bmpHeader(10, 10, 320), Buffer.alloc(320)])
  const hungry = file('hungry.cbr')
  // A dictionary of 1 GiB.
  writeFileSync(hungry, rar5([{ name: '1.bmp', data: picture, method: 5, dictionary: 13 }]))
  await withPool({ size: 1 }, async pool => {
    await pool.analyze({ path: SMALL_BOOKS[0] as string, thumbnailTarget: null })
    const [facts, after] = await Promise.all([
      pool.analyze({ path: hungry, thumbnailTarget: null }),
      pool.analyze({ path: SMALL_BOOKS[1] as string, thumbnailTarget: null }),
    ])
    expect(facts.errors).toMatchObject([{ errorType: 'page_extraction', reason: 'resource' }])
    expect(after.errors).toEqual([])
    // The second is the one that had read nothing else; it is not retried either.
    expect(pool.counts()).toMatchObject({ started: 3, killed: 1 })
  })
})

/** The parser process of this pool that is working: it has used half a second of CPU. */
function childAtWork(): string | undefined {
  return readdirSync('/proc').find(entry => {
    if (!/^\d+$/.test(entry)) return false
    // Other tests of the same run have children too, and an exited one has no command line.
    if (!procFile(entry, 'cmdline').includes('workers/child')) return false
    const stat = procFile(entry, 'stat')
    // After the name: state, parent, and from the twelfth on the CPU ticks.
    const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(words[1]) === process.pid && Number(words[11]) + Number(words[12]) > 50
  })
}

/** Empty for an exited process. */
function procFile(pid: string, what: 'cmdline' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return ''
  }
}

test('a book whose analysis is aborted keeps its identity', async () => {
  const path = SMALL_BOOKS[0] as string
  // Shorter than the start of a process on any machine.
  const facts = await withPool({ size: 1, analysisMs: 5 }, pool => pool.analyze({ path, thumbnailTarget: null }))
  expect(facts.errors).toMatchObject([{ errorType: 'parser', reason: 'resource' }])
  expect(facts.format).toBe('cbz')
  expect(facts.stamp.size).toBe(readFileSync(path).length)
  const calm = await withPool({ size: 1 }, pool => pool.analyze({ path, thumbnailTarget: null }))
  expect(facts.fileHash).toBe(calm.fileHash)
  expect(facts.readerSyncHash).toBe(calm.readerSyncHash)
})

test('a caller with its own time limit does not wait for an identity', async () => {
  const request = { path: SMALL_BOOKS[0] as string, thumbnailTarget: null, timeoutMs: 5 }
  const facts = await withPool({ size: 1 }, pool => pool.analyze(request))
  expect(facts).toMatchObject({ fileHash: null, errors: [{ errorType: 'parser', reason: 'resource' }] })
})

test('a memory limit that is too low to start a process is raised', async () => {
  await withPool({ size: 1, addressBytes: 16 * 1024 * 1024 }, async pool => {
    const facts = await pool.analyze({ path: SMALL_BOOKS[0] as string, thumbnailTarget: null })
    expect(facts.errors).toEqual([])
    expect(pool.counts()).toMatchObject({ processes: 1, killed: 0 })
    expect(pool.counts().started).toBeGreaterThan(1)
  })
})

test('a thumbnail that cannot be written is not a problem of the book', async () => {
  writeFileSync(file('not-a-folder'), '')
  await withPool({ size: 1 }, async pool => {
    const request = { path: SMALL_BOOKS[0] as string, thumbnailTarget: file('not-a-folder/x.jpg') }
    await expect(pool.analyze(request)).rejects.toThrow()
  })
})

test('pending calls are rejected when the pool closes', async () => {
  const pool = startParserPool({ size: 1 })
  const calls = SMALL_BOOKS.map(path => pool.analyze({ path, thumbnailTarget: null }).catch((e: Error) => e.message))
  await pool.close()
  expect(new Set(await Promise.all(calls))).toEqual(new Set(['The parser pool is closed.']))
  expect(pool.counts().processes).toBe(0)
})

test('pages are written unchanged or at most as wide as requested', async () => {
  const path = file('wide.cbz')
  const image = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#204080' } })
    .jpeg()
    .toBuffer()
  writeFileSync(path, zip([{ name: '1.jpg', data: image, method: 'deflate' }]))
  mkdirSync(file('pages'))
  await withPool({ size: 1 }, async pool => {
    const { pages } = await pool.analyze({ path, thumbnailTarget: null })
    const request = { path, page: 1, ...firstPage(pages) }
    const whole = await pool.page({ ...request, width: null, target: file('pages/deep/er/whole.jpg') })
    expect(whole).toEqual({ ok: true, mediaType: 'image/jpeg', bytes: image.length })
    expect(md5(file('pages/deep/er/whole.jpg'))).toBe(createHash('md5').update(image).digest('hex'))
    await pool.page({ ...request, width: 120, target: file('pages/narrow.jpg') })
    expect(await sharp(file('pages/narrow.jpg')).metadata()).toMatchObject({ width: 120, height: 80, format: 'jpeg' })
    await pool.page({ ...request, width: 5_000, target: file('pages/large.jpg') })
    expect(md5(file('pages/large.jpg'))).toBe(md5(file('pages/deep/er/whole.jpg')))
    expect(readdirSync(file('pages')).toSorted()).toEqual(['deep', 'large.jpg', 'narrow.jpg'])
  })
})

function renderedPage(path: string) {
  const storage = 'rendered' as const
  return {
    path,
    page: 1,
    name: 'page-0001',
    storage,
    offset: 0,
    storedSize: 0,
    size: 0,
    mediaType: 'image/jpeg',
    width: null,
  }
}

function md5(path: string): string {
  return createHash('md5').update(readFileSync(path)).digest('hex')
}

test('a cover is made from an image file within the limits of all images', async () => {
  const image = file('cover.png')
  writeFileSync(
    image,
    await sharp({ create: { width: 800, height: 200, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  )
  const endless = file('endless.png')
  const huge = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  huge.writeUInt32BE(60_000, 16)
  huge.writeUInt32BE(60_000, 20)
  writeFileSync(endless, huge)
  writeFileSync(file('words.jpg'), 'no image')
  const target = file('drafts/cover.jpg')
  const cover = (path: string) => withPool({ size: 1 }, pool => pool.cover({ path, thumbnailTarget: target }))
  const made = await cover(image)
  expect(made).toMatchObject({ ok: true, stamp: { size: readFileSync(image).length } })
  const { format, width, height } = await sharp(readFileSync(target)).metadata()
  expect([format, width, height]).toEqual(['jpeg', 400, 100])
  expect(await cover(image)).toEqual(made)
  rmSync(target)
  for (const [path, reason] of [
    [endless, 'thumbnail'],
    [file('words.jpg'), 'unsupported'],
    [file('nowhere.jpg'), 'unreadable'],
    [scratch.path, 'unreadable'],
  ] as const) {
    expect([path, await cover(path)]).toEqual([
      path,
      { ok: false, problem: expect.objectContaining({ errorType: 'thumbnail', reason }) },
    ])
    expect(existsSync(target)).toBe(false)
  }
})
