import { describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { drawCover } from './drawn-cover'
import { withFonts } from './drawn-fonts'
import { fitLines } from './fitted-lines'

const TITLES = [
  'The Left Hand of Darkness',
  'Война и мир',
  '進撃の巨人 第一巻',
  '红楼梦',
  '채식주의자',
  'ألف ليلة وليلة',
  'חכמת הים הגדול',
  'สี่แผ่นดิน',
  'गोदान',
  'Ångström Žižek Nguyễn',
]

/** Relative luminance by WCAG 2.2 (Rec. 709). */
function luminance([r = 0, g = 0, b = 0]: readonly number[]): number {
  const [x = 0, y = 0, z = 0] = [r, g, b].map(value => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * x + 0.7152 * y + 0.0722 * z
}

async function pixelsOf(jpeg: Buffer): Promise<number[][]> {
  const { data, info } = await sharp(jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([400, 600])
  return Array.from({ length: info.width * info.height }, (_, at) => [...data.subarray(3 * at, 3 * at + 3)])
}

describe('a drawn cover', () => {
  test('has text in every script, with a contrast of at least 7:1', async () => {
    for (const title of TITLES) {
      const lights = (await pixelsOf(drawCover({ title, series: null, author: null }))).map(luminance)
      lights.sort((a, b) => a - b)
      // Most of it is background; the letters are at one end of the luminance range.
      const ground = lights[Math.floor(lights.length / 2)] ?? 0
      const [dark = 0, light = 0] = [lights[100], lights.at(-100)]
      const ink = ground > 0.3 ? dark : light
      const [low = 0, high = 0] = [ink, ground].toSorted((a, b) => a - b)
      expect([title, (high + 0.05) / (low + 0.05) > 7]).toEqual([title, true])
    }
  })

  test('depends on its words alone', () => {
    const words = { title: 'Dune', series: 'Dune', author: 'Frank Herbert' }
    expect(drawCover(words).equals(drawCover({ ...words }))).toBe(true)
    expect(drawCover(words).equals(drawCover({ ...words, author: 'Another' }))).toBe(false)
  })

  test('accepts any text: empty, very long, without spaces, without glyphs, with lone surrogates', () => {
    for (const title of [
      '',
      ' ',
      'x'.repeat(60_000),
      '長'.repeat(5_000),
      '😀🎉',
      '\ud800a',
      '<script>',
      'a\u202Eb',
      '\u0301',
    ]) {
      expect(drawCover({ title, series: title, author: title }).length).toBeGreaterThan(1000)
    }
  })
})

test('characters without a glyph are left out', () => {
  expect(withFonts('Dune 😀!').text).toBe('Dune !')
  expect(withFonts('進撃').families.some(family => family.startsWith('chinese-'))).toBe(true)
  expect(withFonts('進撃の').families.some(family => family.startsWith('japanese-'))).toBe(true)
})

describe('lines', () => {
  const fit = (text: string, width: number, most: number) => fitLines(text, width, most, part => part.length)

  test('break between words, and punctuation stays with its word', () => {
    expect(fit('The cat, the hat', 8, 5)).toEqual({ lines: ['The cat,', 'the hat'], isStrained: false })
  })

  test('break a word that is longer than a line, and report that the layout is strained', () => {
    expect(fit('abcdefghij', 4, 5)).toEqual({ lines: ['abcd', 'efgh', 'ij'], isStrained: true })
  })

  test('end with an ellipsis if the text is too long', () => {
    expect(fit('one two three four', 5, 2)).toEqual({ lines: ['one', 'two…'], isStrained: true })
  })
})
