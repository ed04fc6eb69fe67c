import { expect, test } from 'bun:test'
import { refusalOfPlain, strictTransport } from './plain-http'

const plain = new Request('http://books.example/api/v1/books')
const byProxy = new Request(plain, { headers: { 'X-Forwarded-Proto': 'https' } })
const from = (address: string, local = false) => ({ address, local })

test('plain HTTP is allowed in a home network, always or never, as set', () => {
  const homes = ['192.168.1.9', '10.0.0.1', '172.31.255.254', '169.254.3.4', '100.100.1.1', 'fd12::1', 'fe80::1%eth0']
  const strangers = ['203.0.113.9', '172.32.0.1', '100.128.0.1', '2001:db8::1', 'not an address']
  for (const address of homes) {
    expect([address, refusalOfPlain(plain, from(address), 'home')]).toEqual([address, null])
    expect(refusalOfPlain(plain, from(address), 'never')?.code).toBe('Forbidden')
  }
  for (const address of strangers) {
    expect([address, refusalOfPlain(plain, from(address), 'home')?.code]).toEqual([address, 'Forbidden'])
    expect(refusalOfPlain(plain, from(address), 'always')).toBeNull()
    expect(refusalOfPlain(byProxy, from(address), 'never')).toBeNull()
    expect(refusalOfPlain(new Request('https://books.example/'), from(address), 'never')).toBeNull()
  }
  expect(refusalOfPlain(plain, from('127.0.0.1', true), 'never')).toBeNull()
  const byUnknownProxy = { ...from('127.0.0.1'), isUnknown: true as const }
  expect(refusalOfPlain(plain, byUnknownProxy, 'home')?.code).toBe('Forbidden')
  expect(refusalOfPlain(byProxy, byUnknownProxy, 'home')).toBeNull()
  expect(refusalOfPlain(plain, { ...byUnknownProxy, saysHttps: true }, 'never')).toBeNull()
})

test('browsers that use HTTPS get Strict-Transport-Security', () => {
  expect(strictTransport(byProxy, 365)).toBe('max-age=31536000')
  expect(strictTransport(plain, 365)).toBeNull()
  expect(strictTransport(byProxy, 0)).toBeNull()
})
