import { expect, test } from 'bun:test'
import { join } from 'node:path'
import sharp from 'sharp'
import { bmpHeader, bmpImage, heicImage, jxlImage, redOverBlue, tiffImage } from '../../../../tests/kit/odd-images'
import { FIXTURES } from '../../../../tests/kit/paths'
import { openImage } from './open-image'
import { decodeOther } from './other-images'
import { toPageImage } from './page-image'
import { makeThumbnail } from './thumbnail'

test.each([
  ['HEIC', heicImage],
  ['bitmap', bmpImage],
  ['TIFF', tiffImage],
] as const)('%s shows the picture it was made of', async (_, make) => {
  const image = await openImage({ kind: 'encoded', bytes: await make() })
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height, info.channels]).toEqual([64, 96, 3])
  const worst = redOverBlue().reduce((most, value, at) => Math.max(most, Math.abs(value - (data[at] as number))), 0)
  expect(worst).toBeLessThan(8)
})

test('JPEG XL has the same colours as the PNG of the same photograph', async () => {
  const { channels } = await (await openImage({ kind: 'encoded', bytes: jxlImage() })).stats()
  const reference = await sharp(join(FIXTURES, 'images/example.png')).stats()
  for (const i of [0, 1, 2]) expect(channels[i]?.mean ?? 0).toBeCloseTo(reference.channels[i]?.mean ?? -1, -1)
})

test('covers are made from them', async () => {
  for (const bytes of [heicImage(), bmpImage(), jxlImage()]) {
    const thumbnail = await makeThumbnail({ kind: 'encoded', bytes })
    expect(await sharp(thumbnail.jpeg).metadata()).toMatchObject({ format: 'jpeg', width: thumbnail.width })
    expect(Math.max(thumbnail.width, thumbnail.height)).toBeLessThanOrEqual(400)
  }
})

test('a page is converted to JPEG on request, and a JPEG is sent unchanged', async () => {
  const made = await toPageImage(heicImage(), { width: null, asJpeg: true })
  expect([made.mediaType, (await sharp(made.bytes).metadata()).format]).toEqual(['image/jpeg', 'jpeg'])
  const narrow = await toPageImage(bmpImage(), { width: 32, asJpeg: false })
  expect(await sharp(narrow.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 32, height: 48 })
  expect((await toPageImage(bmpImage(), { width: null, asJpeg: false })).bytes).toEqual(bmpImage())
  const { bytes } = made
  expect((await toPageImage(bytes, { width: null, asJpeg: true })).bytes).toBe(bytes)
})

test('images with too many pixels are refused by their header', async () => {
  const giant = bmpHeader(20_000, 20_000, 0)
  await expect(decodeOther(giant)).rejects.toThrow('too many pixels')
  await expect(decodeOther(bmpHeader(70_000, 1, 0))).rejects.toThrow('too many pixels')
})

test('a damaged image is refused, and the next one is decoded', async () => {
  const heic = heicImage()
  heic.fill(0x55, heic.indexOf('mdat') + 4)
  for (const bytes of [jxlImage().subarray(0, 2000), heic, bmpHeader(64, 96, 64 * 96 * 3)]) {
    await expect(decodeOther(bytes)).rejects.toThrow('cannot be decoded')
  }
  expect(await decodeOther(bmpImage())).toMatchObject({ width: 64, height: 96 })
  expect(await decodeOther(jxlImage())).toMatchObject({ width: 550, height: 368 })
})
