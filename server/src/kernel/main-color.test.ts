import { expect, test } from 'bun:test'
import { rgbaToThumbHash } from 'thumbhash'
import { mainColorOf } from './main-color'

type Rgb = readonly [red: number, green: number, blue: number]

function hashOfPicture(at: (x: number, y: number) => Rgb): string {
  const pixels = Array.from({ length: 20 * 30 }, (_, i) => [...at(i % 20, Math.floor(i / 20)), 255])
  return Buffer.from(rgbaToThumbHash(20, 30, new Uint8Array(pixels.flat()))).toString('base64')
}

const hashOf = (...rgb: Rgb) => hashOfPicture(() => rgb)

test('the main colour is the most vivid one, however much grey, white or black is around it', () => {
  const [grey, white, black]: Rgb[] = [
    [128, 128, 128],
    [255, 255, 255],
    [0, 0, 0],
  ]
  const pictures: readonly (readonly [string, Rgb])[] = [
    [hashOfPicture((x, y) => (x < 8 && y < 12 ? [220, 20, 20] : (grey as Rgb))), [220, 20, 20]],
    [hashOfPicture((_, y) => (y > 22 ? [20, 40, 200] : (white as Rgb))), [20, 40, 200]],
    [hashOfPicture((_, y) => (y > 20 ? [0, 150, 140] : (black as Rgb))), [0, 150, 140]],
    [hashOfPicture((_, y) => (y < 18 ? [230, 120, 20] : [60, 60, 70])), [230, 120, 20]],
  ]
  for (const [hash, colour] of pictures) {
    const found = mainColorOf(hash) ?? ''
    // A ThumbHash blurs, so that a small area becomes a little darker or paler.
    const parts = [1, 3, 5].map(at => Number.parseInt(found.slice(at, at + 2), 16))
    for (const [at, part] of parts.entries())
      expect([found, Math.abs(part - (colour[at] ?? 0)) < 45]).toEqual([found, true])
  }
})

test('the main colour of a plain picture is close to its colour', () => {
  for (const colour of [
    [255, 0, 0],
    [0, 128, 0],
    [20, 40, 200],
    [255, 255, 255],
    [0, 0, 0],
  ] as const) {
    const [red, green, blue] = colour
    const found = mainColorOf(hashOf(red, green, blue)) ?? ''
    expect(found).toMatch(/^#[0-9a-f]{6}$/)
    const parts = [1, 3, 5].map(at => Number.parseInt(found.slice(at, at + 2), 16))
    for (const [at, part] of parts.entries()) expect(Math.abs(part - (colour[at] ?? 0))).toBeLessThan(16)
  }
})

test('without a hash there is no colour', () => {
  expect([mainColorOf(null), mainColorOf(''), mainColorOf('AAA=')]).toEqual([null, null, null])
})
