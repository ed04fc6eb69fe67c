import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { appendFileSync, copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { thumbHashToAverageRGBA } from 'thumbhash'
import { FIXTURES, temporaryFolder } from '../../../../tests/kit/paths'
import { zip } from '../../../../tests/kit/zip'
import { withSource } from '../../formats/file-source'
import { readBook } from '../../formats/open'
import { DECODERS } from './decoders'
import { toPageImage } from './page-image'
import { withPdf } from './pdf-document'
import { isPlainImage } from './plain-image'
import { makeThumbnail } from './thumbnail'
import { openRar } from './unrar'

setDefaultTimeout(60_000)
const scratch = temporaryFolder('decode')
afterAll(scratch.remove)

const encoded = (bytes: Buffer) => ({ kind: 'encoded' as const, bytes })
const plain = (width: number, height: number, background = '#ff0000') =>
  sharp({ create: { width, height, channels: 3, background } })

describe('thumbnails', () => {
  test('of a strip the top is shown, in the shape of a cover', async () => {
    const top = await plain(400, 700, '#ff0000').png().toBuffer()
    const strip = plain(400, 6000, '#0000ff').composite([{ input: top, left: 0, top: 0 }])
    for (const bytes of [await strip.clone().png().toBuffer(), await strip.clone().jpeg().toBuffer()]) {
      const { jpeg, width, height } = await makeThumbnail(encoded(bytes))
      expect([width, height]).toEqual([267, 400])
      const { dominant } = await sharp(jpeg).stats()
      expect(dominant.r).toBeGreaterThan(200)
      expect(dominant.b).toBeLessThan(60)
    }
  })
  test('are JPEGs of at most 400 px on the longer side, and never larger than the page', async () => {
    const tall = await makeThumbnail(encoded(await plain(600, 1200).png().toBuffer()))
    expect([tall.width, tall.height]).toEqual([200, 400])
    expect(await sharp(tall.jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 200, height: 400 })
    const small = await makeThumbnail(encoded(await plain(30, 20).webp().toBuffer()))
    expect([small.width, small.height]).toEqual([30, 20])
  })

  test('are upright and carry nothing of the original but its pixels', async () => {
    const rotated = await plain(800, 400)
      .withExifMerge({ IFD0: { Artist: 'Ann' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const thumbnail = await makeThumbnail(encoded(rotated))
    expect([thumbnail.width, thumbnail.height]).toEqual([200, 400])
    const { exif, icc, orientation } = await sharp(thumbnail.jpeg).metadata()
    expect([exif, icc, orientation]).toEqual([undefined, undefined, undefined])
  })

  test('have white where the page is transparent, and the colour of the page in their hash', async () => {
    const clear = { width: 64, height: 64, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0 } }
    const white = await makeThumbnail(encoded(await sharp({ create: clear }).png().toBuffer()))
    const { r, g, b, a } = thumbHashToAverageRGBA(Buffer.from(white.thumbHash, 'base64'))
    expect([r, g, b, a].every(value => value > 0.95)).toBe(true)
    const red = await makeThumbnail(encoded(await plain(500, 700).jpeg().toBuffer()))
    const average = thumbHashToAverageRGBA(Buffer.from(red.thumbHash, 'base64'))
    expect(average.r).toBeGreaterThan(0.9)
    expect(average.g + average.b).toBeLessThan(0.2)
  })

  test('are made of grey, CMYK, deep and animated images', async () => {
    for (const name of [
      'grey-8bit-alpha.png',
      'cmyk-no-profile.jpg',
      'Flag_of_the_Netherlands-16bit.png',
      'rotating-squares.gif',
    ]) {
      const bytes = Buffer.from(await Bun.file(join(FIXTURES, 'images', name)).arrayBuffer())
      const thumbnail = await makeThumbnail(encoded(bytes))
      const { width, height } = await sharp(bytes).metadata()
      expect(thumbnail.width / thumbnail.height).toBeCloseTo(width / height, 1)
    }
  })

  test('have the colours of the page, whatever profile it has and whatever decodes it', async () => {
    const green = plain(800, 600, '#20b040')
    const pages = {
      plain: await green.jpeg().toBuffer(),
      progressive: await green.jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
      profile: await green.withIccProfile('p3').jpeg().toBuffer(),
      webp: await green.webp().toBuffer(),
      extended: await green.withIccProfile('p3').webp().toBuffer(),
    }
    for (const [name, page] of Object.entries(pages)) {
      const { jpeg } = await makeThumbnail(encoded(page))
      const { icc, width, height } = await sharp(jpeg).metadata()
      expect([name, icc, width, height]).toEqual([name, undefined, 400, 300])
      const { channels } = await sharp(jpeg).stats()
      for (const [i, value] of [0x20, 0xb0, 0x40].entries())
        expect(Math.abs((channels[i]?.mean ?? 0) - value)).toBeLessThan(4)
    }
    const greyPage = await green.greyscale().jpeg().toBuffer()
    const { r, g, b } = thumbHashToAverageRGBA(
      Buffer.from((await makeThumbnail(encoded(greyPage))).thumbHash, 'base64'),
    )
    const lightness = ((await sharp(greyPage).stats()).channels[0]?.mean ?? 0) / 255
    for (const value of [r, g, b]) expect(Math.abs(value - lightness)).toBeLessThan(0.03)
  })

  test('leave to libvips what the runtime does not take', async () => {
    const page = plain(40, 60)
    const jpeg = await page.jpeg().toBuffer()
    expect(isPlainImage(jpeg)).toBe(true)
    expect(isPlainImage(await page.webp().toBuffer())).toBe(true)
    expect(isPlainImage(await page.greyscale().jpeg({ progressive: true }).toBuffer())).toBe(true)
    const others = [
      await page.withIccProfile('p3').jpeg().toBuffer(),
      await page.toColourspace('cmyk').jpeg().toBuffer(),
      await page.png().toBuffer(),
      await page.webp({ lossless: true }).toBuffer(),
      await page.ensureAlpha(0.5).webp().toBuffer(),
      (await page.webp().toBuffer()).subarray(0, 29),
      await plain(8000, 6000).jpeg().toBuffer(),
      jpeg.subarray(0, 100),
      Buffer.from([0xff, 0xd8]),
      Buffer.alloc(0),
    ]
    expect(others.map(isPlainImage)).toEqual(others.map(() => false))
  })

  test('are refused for drawings with scripts, for too many pixels, and if they are no image', async () => {
    const refused = async (path: string) =>
      makeThumbnail(encoded(Buffer.from(await Bun.file(join(FIXTURES, path)).arrayBuffer())))
    for (const path of ['hostile/png-50000x50000.png', 'images/17000x17000.avif', 'hostile/text.cbz']) {
      await expect(refused(path)).rejects.toThrow('cannot be decoded')
    }
    await expect(refused('hostile/script.svg')).rejects.toThrow('The drawing contains scripts.')
  })
})

test('a page is narrowed by its width as it stands upright', async () => {
  const rotated = await plain(800, 400).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  // Rotated upright it is 400 wide.
  expect((await toPageImage(rotated, { width: 500, asJpeg: false })).bytes).toBe(rotated)
  const narrow = await toPageImage(rotated, { width: 100, asJpeg: false })
  expect(await sharp(narrow.bytes).metadata()).toMatchObject({ width: 100, height: 200 })
})

describe('PDF', () => {
  test('pages are rotated as they specify and rendered at the requested size', async () => {
    await withSource(join(FIXTURES, 'pdf/rotation.pdf'), source =>
      withPdf(source, async document => {
        const sizes = [document.pageSize(0), document.pageSize(1)].map(size => [size?.width, size?.height])
        expect(sizes).toContainEqual([792, 612])
        const image = await document.render(0, { width: 101, height: 77 })
        expect(image).toMatchObject({ kind: 'pixels', width: 101, height: 77 })
        expect(image.bytes.length).toBe(101 * 77 * 3)
        // Black text on white paper.
        const { channels } = await sharp(image.bytes, { raw: { width: 101, height: 77, channels: 3 } }).stats()
        expect(channels[0]?.mean).toBeGreaterThan(200)
      }),
    )
  })

  test('a page that is one JPEG gives that JPEG, another gives none', async () => {
    const jpegOf = (path: string) =>
      withSource(join(FIXTURES, path), source => withPdf(source, async document => document.soleJpeg(0)))
    const jpeg = await jpegOf('pdf/large_jpeg_downscale.pdf')
    expect(jpeg?.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    for (const path of ['pdf/tracemonkey.pdf', 'pdf/komga.pdf', 'pdf/cmykjpeg.pdf'])
      expect(await jpegOf(path)).toBeNull()
  })

  test('text in any encoding is read from the information', async () => {
    await withSource(join(FIXTURES, 'hostile/title-utf16.pdf'), source =>
      withPdf(source, async document => {
        expect(document.info('Title')).toBe('Größe 東京 <b>')
        expect(document.info('Nothing')).toBe('')
      }),
    )
  })
})

describe('RAR', () => {
  test('unpacking returns no more than requested, and stops on request', async () => {
    await withSource(join(FIXTURES, 'cbr/komga-rar4-solid.cbr'), async source => {
      const archive = await openRar(source)
      expect(archive.entries.map(entry => entry.name)).toEqual(['komga-1.png', 'komga-2.png', 'komga-3.png'])
      const seen: string[] = []
      archive.unpack(
        () => 8,
        (entry, bytes) => {
          seen.push(entry.name)
          expect(bytes).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
          return seen.length === 2 ? 'stop' : undefined
        },
      )
      expect(seen).toEqual(['komga-1.png', 'komga-2.png'])
    })
  })
})

test('a file that changes while it is read is reported', async () => {
  const path = join(scratch.path, 'changing.cbz')
  copyFileSync(join(FIXTURES, 'cbz/komga-zip.cbz'), path)
  const facts = await readBook(path, { decoders: DECODERS, saveThumbnail: () => appendFileSync(path, 'more') })
  expect(facts.errors).toMatchObject([{ errorType: 'other', reason: 'changed-while-read' }])
})

test('a first page with a wrong checksum is reported, and the next becomes the cover', async () => {
  const page = async (width: number) => ({ name: `${width}.png`, data: await plain(width, 60).png().toBuffer() })
  for (const method of ['store', 'deflate'] as const) {
    const pages = [await page(40), await page(50)]
    const bytes = Buffer.from(zip(pages.map(entry => ({ ...entry, method }))))
    bytes.writeUInt32LE(1, bytes.indexOf('PK\x01\x02', 0, 'latin1') + 16)
    const path = join(scratch.path, `${method}.cbz`)
    writeFileSync(path, bytes)
    const { errors, cover } = await readBook(path, { decoders: DECODERS, saveThumbnail: () => undefined })
    expect(errors).toMatchObject([{ errorType: 'page_extraction', reason: 'page-corrupt' }])
    expect(cover).toMatchObject({ width: 50, height: 60 })
  }
})
