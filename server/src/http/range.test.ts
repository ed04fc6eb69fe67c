import { expect, test } from 'bun:test'
import { type ByteRange, requestedRange } from './range'

const whole: ByteRange = { kind: 'whole' }
const outside: ByteRange = { kind: 'outside' }
const part = (first: number, last: number): ByteRange => ({ kind: 'part', first, last })

function rangeOf(range: string | null, size: number, more: Record<string, string> = {}, method = 'GET'): ByteRange {
  const headers = { ...(range !== null && { Range: range }), ...more }
  return requestedRange(new Request('http://localhost/', { method, headers }), size, '"v1"')
}

// Examples of RFC 9110, section 14.1.2, for a representation of 10,000 bytes.
test('the examples of RFC 9110', () => {
  expect(rangeOf('bytes=0-499', 10_000)).toEqual(part(0, 499))
  expect(rangeOf('bytes=500-999', 10_000)).toEqual(part(500, 999))
  expect(rangeOf('bytes=-500', 10_000)).toEqual(part(9500, 9999))
  expect(rangeOf('bytes=9500-', 10_000)).toEqual(part(9500, 9999))
})

test('one byte, and all of them', () => {
  expect(rangeOf('bytes=0-0', 10)).toEqual(part(0, 0))
  expect(rangeOf('bytes=9-9', 10)).toEqual(part(9, 9))
  expect(rangeOf('bytes=0-', 10)).toEqual(part(0, 9))
  expect(rangeOf('bytes=-10', 10)).toEqual(part(0, 9))
})

test('an end behind the end is cut', () => {
  expect(rangeOf('bytes=5-99', 10)).toEqual(part(5, 9))
  expect(rangeOf('bytes=-99', 10)).toEqual(part(0, 9))
  expect(rangeOf('bytes=0-9999999999999999', 10)).toEqual(part(0, 9))
})

test('a start behind the end is outside', () => {
  expect(rangeOf('bytes=10-', 10)).toEqual(outside)
  expect(rangeOf('bytes=10-20', 10)).toEqual(outside)
  expect(rangeOf('bytes=-0', 10)).toEqual(outside)
  for (const range of ['bytes=0-', 'bytes=0-0', 'bytes=-1']) expect(rangeOf(range, 0)).toEqual(outside)
})

test('the unit is known in any case, and spaces do no harm', () => {
  expect(rangeOf('Bytes=0-4', 10)).toEqual(part(0, 4))
  expect(rangeOf('bytes= 0 - 4', 10)).toEqual(part(0, 4))
})

test('anything but a single range sends the whole', () => {
  const others = [null, '', 'bytes', 'bytes=', 'bytes=-', 'bytes=4-2', 'bytes=20-12', 'bytes=a-b', 'bytes=0-1,4-5']
  const odd = ['bytes=-1-2', 'bytes=0x1-2', 'bytes=1.5-2', 'items=0-4', 'bytes=0-4;q=1', 'bytes=99999999999999999-']
  for (const range of [...others, ...odd]) expect([range, rangeOf(range, 10)]).toEqual([range, whole])
})

test('If-Range keeps the part only for the same strong version', () => {
  expect(rangeOf('bytes=0-4', 10, { 'If-Range': '"v1"' })).toEqual(part(0, 4))
  for (const other of ['"v2"', 'W/"v1"', 'v1', 'Wed, 21 Oct 2015 07:28:00 GMT']) {
    expect(rangeOf('bytes=0-4', 10, { 'If-Range': other })).toEqual(whole)
  }
  const weak = new Request('http://localhost/', { headers: { Range: 'bytes=0-4', 'If-Range': 'W/"v1"' } })
  expect(requestedRange(weak, 10, 'W/"v1"')).toEqual(whole)
})

test('only GET has ranges', () => {
  expect(rangeOf('bytes=0-4', 10, {}, 'HEAD')).toEqual(whole)
})
