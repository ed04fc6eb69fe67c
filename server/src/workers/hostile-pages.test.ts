// Output of hostile archives: images, or a named problem; never anything else, and never a file of the server.
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FIXTURES, temporaryFolder } from '../../../tests/kit/paths'
import type { BookFacts } from '../formats/facts'
import { imageMediaType } from '../formats/image/image-header'
import { startParserPool } from './pool'
import type { PageResult } from './pool.types'

// Pages of hostile PDFs use up their time limit.
setDefaultTimeout(120_000)

const pool = startParserPool({ pageMs: 3_000, coverMs: 3_000 })
const scratch = temporaryFolder('hostile')
afterAll(async () => {
  await pool.close()
  scratch.remove()
})

const HOSTILE = ['hostile', 'hostile/real'].flatMap(folder =>
  readdirSync(join(FIXTURES, folder))
    .filter(name => /\.(cbz|cbr|pdf|epub)$/.test(name))
    .map(name => `${folder}/${name}`),
)

const MOST_PAGES = 10

/** Pages, from 1, with a readable header and a wrong checksum. */
const DAMAGED: Readonly<Record<string, number>> = {
  'hostile/wrong-crc.cbz': 2,
  'hostile/wrong-crc-good-data.cbz': 2,
}

interface Seen {
  readonly facts: BookFacts
  readonly pages: readonly PageResult[]
}

async function readAll(path: string, width: number | null): Promise<Seen> {
  const file = join(FIXTURES, path)
  const facts = await pool.analyze({ path: file, thumbnailTarget: null })
  const pages: PageResult[] = []
  for (const [i, page] of facts.pages.slice(0, MOST_PAGES).entries()) {
    const target = join(scratch.path, `${path.replaceAll('/', '_')}-${i}-${width}`)
    const result = await pool.page({ ...page, path: file, page: i + 1, width, target })
    if (result.ok) expect(imageMediaType(readFileSync(target))).toBe(result.mediaType)
    else expect(existsSync(target)).toBe(false)
    pages.push(result)
  }
  return { facts, pages }
}

describe.each(HOSTILE)('%s', path => {
  test('returns images or an error', async () => {
    const { facts, pages } = await readAll(path, null)
    for (const [i, page] of pages.entries()) {
      if (page.ok) expect(facts.pages[i]?.mediaType).toBe(page.mediaType)
      else expect(page.problem.message).not.toBe('')
    }
    // A page with a readable header is sent, except in PDF, where only rendering shows the problem.
    const shown = facts.pages.slice(0, MOST_PAGES)
    const promised = shown.map((page, i) => page.width !== null && DAMAGED[path] !== i + 1)
    if (facts.format !== 'pdf') expect(pages.map(page => page.ok)).toEqual(promised)
  })

  test('shrinks what it can decode', async () => {
    const { facts, pages } = await readAll(path, 16)
    const decodable = facts.errors.length === 0 && facts.format === 'cbz'
    const refused = pages.filter((page, i) => !page.ok && DAMAGED[path] !== i + 1)
    if (decodable) expect(refused).toEqual([])
  })
})

describe('named promises', () => {
  const okPages = async (path: string) => (await readAll(path, null)).pages.map(page => page.ok)

  test('the good pages next to a bomb, a damaged page or an encrypted one are served', async () => {
    expect(await okPages('hostile/bomb-10mb.cbz')).toEqual([false, true])
    expect(await okPages('hostile/bomb-1gb.cbz')).toEqual([true, false])
    expect(await okPages('hostile/bomb-lying-size.cbz')).toEqual([true, false])
    expect(await okPages('hostile/encrypted-one-page.cbz')).toEqual([true, false, true])
    expect(await okPages('hostile/wrong-extensions.cbz')).toEqual([true, true, true, true, false])
    expect(await okPages('hostile/wrong-crc.cbz')).toEqual([true, false, true])
    expect(await okPages('hostile/symlink.cbz')).toEqual([true, false, true])
  })

  test('no name from an archive became a file', () => {
    const outside = ['/tmp/octavo-evil.jpg', '/tmp/existing-file', join(scratch.path, '../evil.jpg')]
    expect(outside.filter(existsSync)).toEqual([])
    expect(readdirSync(scratch.path).filter(name => !name.startsWith('hostile_'))).toEqual([])
  })

  test('no control character of a name comes through', async () => {
    const { facts } = await readAll('hostile/names-control.cbz', null)
    expect(facts.pages.length).toBeGreaterThan(0)
    expect(facts.pages.filter(page => /[\p{Cc}\u202A-\u202E]/u.test(page.name))).toEqual([])
  })

  test('a changed file is noticed by the name of the page', async () => {
    const path = join(FIXTURES, 'cbr/rar3.cbr')
    const { pages } = await pool.analyze({ path, thumbnailTarget: null })
    const page = { ...(pages[0] as BookFacts['pages'][number]), name: 'another.jpg' }
    const result = await pool.page({ ...page, path, page: 1, width: null, target: join(scratch.path, 'hostile_x') })
    expect(result).toMatchObject({ ok: false, problem: { reason: 'changed-while-read' } })
  })
})
