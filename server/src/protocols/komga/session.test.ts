import { expect, test } from 'bun:test'
import { leaveKomga } from './session'

test('cookies are as secure as those of the web app', () => {
  const now = () => ({ enabled: true, prefix: 'komga' })
  const cookiesBy = (address: string, secure: 'auto' | 'true' | 'false') =>
    leaveKomga(new Request(address), { baseUrl: null, cookies: { secure }, now }).getSetCookie()
  for (const [address, secure, isSecure] of [
    ['http://localhost/komga', 'auto', false],
    ['https://localhost/komga', 'auto', true],
    ['http://localhost/komga', 'true', true],
    ['https://localhost/komga', 'false', false],
  ] as const) {
    const cookies = cookiesBy(address, secure)
    expect(cookies.map(cookie => cookie.includes('; Secure'))).toEqual([isSecure, isSecure])
  }
})
