// Uploaded pictures: bombs, false headers, scripts and truncated files are refused, and only pixels are used.
import { afterAll, describe, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { giantImages } from '../../../../tests/kit/giant-images'
import { jpegImage, pngImage } from '../../../../tests/kit/images'
import { temporaryFolder } from '../../../../tests/kit/paths'
import { startParserPool } from '../index'
import type { PictureOutput } from '../pool.types'

const scratch = temporaryFolder('pictures')
const pool = startParserPool({ size: 1 })
afterAll(async () => {
  await pool.close()
  scratch.remove()
})

let files = 0
async function made(bytes: Uint8Array, wanted: Partial<PictureOutput> = {}, isWhole = true) {
  const path = join(scratch.path, `${++files}.in`)
  const target = join(scratch.path, `${files}.out`)
  writeFileSync(path, bytes)
  const output = { target, width: 400, height: 400, format: 'jpeg', crop: null, ...wanted } as const
  const result = await pool.picture({ path, isWhole, outputs: [output] })
  return result.ok ? { result, bytes: readFileSync(target), problem: null } : { problem: result.problem }
}
const reasonOf = async (bytes: Uint8Array) => (await made(bytes)).problem?.reason ?? 'taken'

/** A picture with four areas: red, green, blue and white. */
async function fields(): Promise<Buffer> {
  const field = (background: string) =>
    sharp({ create: { width: 100, height: 150, channels: 3, background } })
      .png()
      .toBuffer()
  const [red, green, blue] = await Promise.all(['#ff0000', '#00ff00', '#0000ff'].map(field))
  return sharp({ create: { width: 200, height: 300, channels: 3, background: '#ffffff' } })
    .composite([
      { input: red, left: 0, top: 0 },
      { input: green, left: 100, top: 0 },
      { input: blue, left: 0, top: 150 },
    ])
    .png()
    .toBuffer()
}

describe('a picture', () => {
  test('is re-encoded in the requested size, format and crop, and never enlarged', async () => {
    const whole = await made(await fields(), { width: 100, height: 100 })
    expect(whole.result?.outputs).toMatchObject([{ width: 67, height: 100 }])
    expect([whole.result?.width, whole.result?.height]).toEqual([200, 300])
    const part = await made(await fields(), { format: 'webp', crop: { x: 0, y: 0.5, width: 0.5, height: 0.5 } })
    const { format, width, height } = await sharp(part.bytes).metadata()
    expect([format, width, height]).toEqual(['webp', 100, 150])
    const { channels } = await sharp(part.bytes).stats()
    expect(channels.slice(0, 3).map(({ mean }) => (mean > 240 ? 'full' : mean < 15 ? 'none' : mean))).toEqual([
      'none',
      'none',
      'full',
    ])
  })

  test('is upright, on white, without its metadata and what is behind it', async () => {
    const rotated = await sharp(await fields())
      .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'secret' } } })
      .jpeg()
      .toBuffer()
    const upright = await made(Buffer.concat([rotated, Buffer.from('<script>tail</script>')]))
    expect(upright.result?.outputs).toMatchObject([{ width: 300, height: 200 }])
    expect([upright.bytes?.includes('secret'), upright.bytes?.includes('script')]).toEqual([false, false])
    const clear = await sharp({
      create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    const { dominant } = await sharp((await made(clear)).bytes).stats()
    expect(dominant.r).toBeGreaterThan(240)
  })

  test('the same picture has the same hash and version, another one another', async () => {
    const red = await jpegImage({ width: 60, height: 90 }, '#ff0000')
    const [one, same, other] = [
      await made(red),
      await made(red),
      await made(await pngImage({ width: 60, height: 90 }, '#ff0000')),
    ]
    expect(one.result?.hash).toBe(new Bun.CryptoHasher('sha256').update(red).digest('hex'))
    expect(same.result).toEqual(one.result as NonNullable<typeof one.result>)
    expect(other.result?.hash).not.toBe(one.result?.hash as string)
  })

  test('that is none, a drawing with scripts or cut off is refused with a reason', async () => {
    const jpeg = await jpegImage({ width: 800, height: 1200 }, '#123456')
    const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>fetch("//x")</script></svg>'
    for (const [what, bytes] of Object.entries({
      empty: new Uint8Array(),
      text: Buffer.from('no picture'),
      svg: Buffer.from(svg),
      html: Buffer.concat([Buffer.from('<!doctype html>'), jpeg]),
      pdf: Buffer.from('%PDF-1.7\n'),
      header: jpeg.subarray(0, 20),
      half: jpeg.subarray(0, jpeg.length / 2),
    })) {
      expect([what, await reasonOf(bytes)]).not.toEqual([what, 'taken'])
    }
    // A stored picture that was damaged is shown as far as possible.
    expect((await made(jpeg.subarray(0, jpeg.length / 2), {}, false)).problem).toBeNull()
  })

  test('that is a drawing becomes as large as a cover may be, and never more', async () => {
    const half = '<rect width="20" height="15" fill="#f00"/><rect y="15" width="20" height="15" fill="#00f"/>'
    const svg = (attributes: string, content = half) =>
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 30" ${attributes}>${content}</svg>`)
    for (const attributes of ['', 'width="20mm" height="30mm"', 'width="6000" height="9000"']) {
      const drawn = await made(svg(attributes), { width: 1600, height: 1600 })
      expect([attributes, drawn.result?.outputs]).toMatchObject([attributes, [{ width: 1067, height: 1600 }]])
      const [top, bottom] = await Promise.all(
        [0, 1000].map(at =>
          sharp(drawn.bytes).extract({ left: 0, top: at, width: 600, height: 500 }).resize(1, 1).raw().toBuffer(),
        ),
      )
      expect([top?.[0], bottom?.[2]].map(value => (value ?? 0) > 240)).toEqual([true, true])
    }
    const picture = (await pngImage({ width: 4, height: 6 }, '#00ff00')).toBase64()
    const inside = `<image width="20" height="30" href="data:image/png;base64,${picture}"/>`
    const { dominant } = await sharp((await made(svg('', inside))).bytes).stats()
    expect([dominant.g > 240, dominant.r < 20]).toEqual([true, true])
  })

  test('of more pixels than anybody has memory for is refused, or its first frame is taken, and no process ends', async () => {
    const before = pool.counts().killed
    for (const [name, giant] of Object.entries(await giantImages())) {
      expect([name, await reasonOf(giant)]).not.toEqual([name, 'taken'])
    }
    expect(pool.counts().killed).toBe(before)
  })
})
