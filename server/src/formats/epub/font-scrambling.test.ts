import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { FIXTURES } from '../../../../tests/kit/paths'
import { withSource } from '../file-source'
import { scramblingOf, unscramble } from './font-scrambling'
import { readPublication } from './publication'

const IDPF = 'http://www.idpf.org/2008/embedding'
const ADOBE = 'http://ns.adobe.com/pdf/enc#RC'

describe('the key of a scrambled font', () => {
  test('is the SHA-1 of the identifier without white space', () => {
    // printf 'urn:isbn:1' | sha1sum
    const scrambling = { key: 'bd49f9f006974032e4cc8dcf7935f063a714e8a9', length: 1040 }
    expect(scramblingOf(IDPF, 'urn:isbn:1')).toEqual(scrambling)
    expect(scramblingOf(IDPF, ' urn:isbn:\n1\t')).toEqual(scrambling)
  })
  test("is the UUID itself by Adobe's method", () => {
    expect(scramblingOf(ADOBE, 'urn:uuid:00112233-4455-6677-8899-AABBCCDDEEFF')).toEqual({
      key: '00112233445566778899aabbccddeeff',
      length: 1024,
    })
    expect(scramblingOf(ADOBE, 'urn:isbn:1')).toBeNull()
  })
  test('is unknown without an identifier, and for another algorithm', () => {
    expect(scramblingOf(IDPF, null)).toBeNull()
    expect(scramblingOf('http://example.org/drm', 'x')).toBeNull()
  })
})

describe('real fonts', () => {
  for (const [book, font, magic] of [
    ['epub/w3c-ocf-font_obfuscation.epub', 'EPUB/fonts/Lobster.ttf', '00010000'],
    ['epub/wasteland-otf-obf.epub', 'EPUB/OldStandard-Regular.obf.otf', '4f54544f'],
  ] as const) {
    test(`${font} is a font again`, async () => {
      const path = join(FIXTURES, book)
      const { members } = await withSource(path, async source => readPublication(source))
      const member = members.find(one => one.path === font)
      expect(member?.storage).toBe('deflated')
      const { offset = 0, storedSize = 0, scrambled } = member ?? {}
      const scrambledFont = inflateRawSync(readFileSync(path).subarray(offset, offset + storedSize))
      expect(scrambledFont.subarray(0, 4).toString('hex')).not.toBe(magic)
      const plain = unscramble(Uint8Array.from(scrambledFont), scrambled ?? { key: '', length: 0 })
      expect(Buffer.from(plain.subarray(0, 4)).toString('hex')).toBe(magic)
      expect(Buffer.from(plain.subarray(1040)).equals(scrambledFont.subarray(1040))).toBe(true)
    })
  }
})
