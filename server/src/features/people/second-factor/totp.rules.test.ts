import { expect, test } from 'bun:test'
import { base32, codeOf, otpauthUri, stepAt, stepOfCode } from './totp.rules'

const SECRET = new TextEncoder().encode('12345678901234567890')

test('codes are those of RFC 6238, appendix B, and of RFC 4226, appendix D', () => {
  const rfc6238: [number, string][] = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ]
  for (const [seconds, code] of rfc6238) expect(codeOf(SECRET, stepAt(seconds * 1000), 8)).toBe(code)
  const rfc4226 = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ')
  expect(rfc4226.map((_, step) => codeOf(SECRET, step))).toEqual(rfc4226)
})

test('a code is accepted one step early and one step late, and no further', () => {
  const ms = 1_111_111_111_000
  for (const off of [-2, -1, 0, 1, 2]) {
    const code = codeOf(SECRET, stepAt(ms) + off)
    expect(stepOfCode(SECRET, code, ms)).toBe(Math.abs(off) <= 1 ? stepAt(ms) + off : null)
  }
  const spaced = codeOf(SECRET, stepAt(ms)).replace(/(...)/, '$1 ')
  expect(stepOfCode(SECRET, spaced, ms)).toBe(stepAt(ms))
  for (const wrong of ['', '12345', '1234567', 'abcdef', '０５０４７１', '-50471', '1e5']) {
    expect(stepOfCode(SECRET, wrong, ms)).toBeNull()
  }
})

test('a secret is base32 (RFC 4648, section 10) in an address that apps read', () => {
  const vectors = { f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', fooba: 'MZXW6YTB', foobar: 'MZXW6YTBOI' }
  for (const [text, encoded] of Object.entries(vectors)) expect(base32(new TextEncoder().encode(text))).toBe(encoded)
  const uri = new URL(otpauthUri('MZXW6', 'Ada Löwe', 'Octavo'))
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual(['otpauth:', 'totp', '/Octavo:Ada Löwe'])
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: 'MZXW6',
    issuer: 'Octavo',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
  // A colon would end the name of the server in it (Key Uri Format).
  const named = new URL(otpauthUri('MZXW6', 'Ada', 'Tide: books & more'))
  expect(decodeURIComponent(named.pathname)).toBe('/Tide  books & more:Ada')
  expect(named.searchParams.get('issuer')).toBe('Tide  books & more')
})
