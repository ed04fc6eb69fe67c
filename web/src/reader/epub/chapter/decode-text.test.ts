import { expect, test } from 'bun:test'
import { decodeText } from './decode-text'

const bytes = (text: string) => new TextEncoder().encode(text)

test('UTF-8 by default, with or without a byte order mark', () => {
  expect(decodeText(bytes('<p>é</p>'))).toBe('<p>é</p>')
  expect(decodeText(new Uint8Array([0xef, 0xbb, 0xbf, 0x61]))).toBe('a')
})

test('the declared encoding', () => {
  const head = [...bytes('<?xml version="1.0" encoding="ISO-8859-1"?><p>')]
  expect(decodeText(new Uint8Array([...head, 0xe9]))).toEndWith('<p>é')
  const meta = [...bytes('<html><head><meta charset=shift_jis></head>')]
  expect(decodeText(new Uint8Array([...meta, 0x88, 0xea]))).toEndWith('一')
})

test('UTF-16 by its byte order mark, and not by an impossible declaration', () => {
  expect(decodeText(new Uint8Array([0xff, 0xfe, 0x61, 0]))).toBe('a')
  expect(decodeText(new Uint8Array([0xfe, 0xff, 0, 0x61]))).toBe('a')
  expect(decodeText(bytes('<?xml version="1.0" encoding="UTF-16"?><p>a</p>'))).toContain('<p>a</p>')
})

test('an unknown encoding', () => {
  expect(decodeText(bytes('<?xml version="1.0" encoding="klingon"?>x'))).toEndWith('x')
})
