// H06: pictures with too many pixels or frames. Their header is checked before anything else.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { imageMediaType } from '../../server/src/formats/image/image-header'
import { apng, giantImages, gif } from '../kit/giant-images'
import { jpegImage } from '../kit/images'
import { rawZip } from '../kit/raw-zip'
import { openBench, tell } from './bench'

setDefaultTimeout(60_000)

const GIANTS = Object.entries(await giantImages())

describe('H06', () => {
  const bench = openBench('giants')
  let base = 0
  let good: Buffer
  let asRequired = 0
  let tried = 0
  beforeAll(async () => {
    good = Buffer.from(await jpegImage({ width: 300, height: 400 }))
    await bench.read(bench.write('calm.cbz', rawZip([{ name: '1.jpg', data: good }])))
    base = bench.peakMb()
  })
  afterAll(async () => {
    const { killed } = bench.pool.counts()
    tell(
      'H06',
      `${asRequired}/${tried} refused or shown by their first frame, peak ${bench.peakMb()} MB (${base} MB with a harmless book), ${killed} processes ended, worst ${bench.worstMs()} ms`,
    )
    await bench.close()
  })

  test.each(GIANTS)('H06: %s', async (name, giant) => {
    tried++
    const extension = name.split(' ')[0] ?? ''
    const path = bench.write(
      `${tried}.cbz`,
      rawZip([
        { name: `1.${extension}`, data: giant },
        { name: '2.jpg', data: good },
      ]),
    )
    const { facts, ended } = await bench.read(path)
    expect([name, facts.pages.length]).toEqual([name, 2])
    expect(ended.some(one => /^page_extraction (too-large|page-corrupt)$/.test(one))).toBe(true)
    // The cover is the first page that may be decoded.
    expect(facts.cover).toMatchObject({ width: 300, height: 400 })
    const [first] = facts.pages
    const narrow = await bench.pool.page({
      ...(first as NonNullable<typeof first>),
      path,
      page: 1,
      width: 320,
      target: `${path}.page`,
    })
    // One that is narrow already is sent as it lies, and nothing is decoded.
    expect([name, narrow.ok]).toEqual([name, name.includes(' 1 x ')])
    asRequired++
  })

  test.each([
    ['a GIF of 100,000 frames', 'gif', () => gif(16, 16, 100_000)],
    ['a PNG that says it has 100,000 frames', 'png', () => apng(100_000)],
    ['a PNG that says it has no frames', 'png', () => apng(0)],
  ] as const)('H06: %s', async (_, extension, make) => {
    tried++
    const image = make()
    const path = bench.write(`frames-${tried}.cbz`, rawZip([{ name: `1.${extension}`, data: image }]))
    const { facts, thumbnail } = await bench.read(path)
    expect(facts.errors).toEqual([])
    expect(facts.cover).toMatchObject({ width: 16, height: 16, thumbnail: { width: 16, height: 16 } })
    expect(imageMediaType(readFileSync(thumbnail))).toBe('image/jpeg')
    asRequired++
  })

  test('H06: no memory is allocated for missing pixels', () => {
    expect(bench.peakMb() - base).toBeLessThan(200)
    expect(bench.pool.counts().killed).toBe(0)
  })
})
