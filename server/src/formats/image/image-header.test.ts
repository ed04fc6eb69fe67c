import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FIXTURES } from '../../../../tests/kit/paths'
import { imageMediaType, readImageHeader } from './image-header'

interface ExpectedImage {
  readonly format: string
  readonly error: string | null
  readonly or?: readonly (string | null)[]
  readonly width?: number
  readonly height?: number
  readonly kind?: string
}

const EXPECTED = JSON.parse(readFileSync(join(FIXTURES, 'expected.json'), 'utf8')) as Record<string, ExpectedImage>
const BOOKS = ['cbz', 'cbr', 'cb7', 'cbt', 'epub', 'pdf']
const IMAGES = Object.entries(EXPECTED).filter(([, { format }]) => !BOOKS.includes(format))

const bytesOf = (path: string) => readFileSync(join(FIXTURES, path))

describe.each(IMAGES)('%s', (path, expected) => {
  test('has the size that other tools report', () => {
    const header = readImageHeader(bytesOf(path))
    if (expected.width === undefined) {
      expect(header === null || header === 'more').toBe(true)
      return
    }
    expect(header).toMatchObject({ width: expected.width, height: expected.height ?? 0 })
    if (expected.kind !== undefined) expect(header).toMatchObject({ mediaType: MEDIA_TYPES[expected.kind] ?? '' })
  })

  test('is never misread when it is truncated', () => {
    const bytes = bytesOf(path)
    const whole = readImageHeader(bytes)
    for (let length = 0; length <= Math.min(bytes.length, 3_000); length++) {
      const header = readImageHeader(bytes.subarray(0, length))
      if (header !== null && header !== 'more') expect(header).toEqual(whole as typeof header)
    }
  })
})

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  JPEG: 'image/jpeg',
  PNG: 'image/png',
  GIF: 'image/gif',
  WEBP: 'image/webp',
  AVIF: 'image/avif',
  JXL: 'image/jxl',
  JPEG2000: 'image/jp2',
  TIFF: 'image/tiff',
}

test.each(['<svg xmlns="http://www.w3.org/2000/svg"/>', '<!doctype html>', 'plain text', '', '%PDF-1.7'])(
  'bytes that begin with %p are no image',
  text => {
    expect(imageMediaType(Buffer.from(text))).toBeNull()
    expect(readImageHeader(Buffer.from(text))).toBeNull()
  },
)

test('an image of width or height 0 is broken', () => {
  const gif = Buffer.from(`GIF89a${'\0'.repeat(20)}`, 'latin1')
  expect(readImageHeader(gif)).toBeNull()
})

test('bitmaps are read with either version of their header', () => {
  const header = (size: number) => {
    const bytes = Buffer.alloc(64)
    bytes.write('BM', 'latin1')
    bytes.writeUInt32LE(size, 14)
    return bytes
  }
  const old = header(12)
  old.writeUInt16LE(30, 18)
  old.writeUInt16LE(20, 20)
  expect(readImageHeader(old)).toEqual({ mediaType: 'image/bmp', width: 30, height: 20 })
  const topDown = header(40)
  topDown.writeInt32LE(30, 18)
  topDown.writeInt32LE(-20, 22)
  expect(readImageHeader(topDown)).toEqual({ mediaType: 'image/bmp', width: 30, height: 20 })
})
