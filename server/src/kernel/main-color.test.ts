import { expect, test } from 'bun:test'
import { rgbaToThumbHash } from 'thumbhash'
import { mainColorOf } from './main-color'

function hashOf(red: number, green: number, blue: number): string {
  const pixels = new Uint8Array(Array.from({ length: 16 * 16 }, () => [red, green, blue, 255]).flat())
  return Buffer.from(rgbaToThumbHash(16, 16, pixels)).toString('base64')
}

test('the main colour is near that of a picture of one colour', () => {
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

test('without a hash there is none', () => {
  expect([mainColorOf(null), mainColorOf(''), mainColorOf('AAA=')]).toEqual([null, null, null])
})
