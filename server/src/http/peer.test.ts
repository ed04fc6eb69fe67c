import { expect, test } from 'bun:test'
import { withoutHearsay } from './forwarded'
import { createPeerOf } from './peer'

const request = (headers: Record<string, string> = {}) => new Request('http://x/', { headers })

test('without configured proxies the socket counts, whatever the headers', () => {
  const peerOf = createPeerOf([])
  expect(peerOf(request(), '203.0.113.9')).toEqual({ address: '203.0.113.9', local: false })
  expect(peerOf(request({ 'x-forwarded-for': '127.0.0.1' }), '203.0.113.9').address).toBe('203.0.113.9')
  expect(peerOf(request(), '::ffff:127.0.0.1')).toEqual({ address: '127.0.0.1', local: true })
  expect(peerOf(request(), '::1').local).toBe(true)
})

test('an unconfigured proxy on this machine does not make strangers local', () => {
  const peerOf = createPeerOf([])
  const signs = [
    ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-server', 'forwarded', 'x-real-ip'],
    ...['via', 'cf-connecting-ip', 'true-client-ip', 'x-envoy-external-address', 'cdn-loop'],
  ]
  for (const name of signs) {
    const peer = peerOf(request({ [name]: '203.0.113.9' }), '127.0.0.1')
    expect([name, peer]).toEqual([name, { address: '127.0.0.1', local: false, isUnknown: true }])
  }
  const secure = request({ 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' })
  expect(peerOf(secure, '127.0.0.1')).toEqual({
    ...{ address: '127.0.0.1', local: false, isUnknown: true, saysHttps: true },
  })
  expect(peerOf(secure, '203.0.113.9')).toEqual({ address: '203.0.113.9', local: false })
  for (const host of ['books.example.org', 'books.example.org:8080', 'Books.Example.ORG.']) {
    expect([host, peerOf(request({ host }), '127.0.0.1').local]).toEqual([host, false])
  }
  for (const host of ['localhost:8080', '127.0.0.1', '[::1]:8080', 'nas', 'nas.local:80', 'books.home.arpa']) {
    expect([host, peerOf(request({ host }), '::1').local]).toEqual([host, true])
  }
})

test('behind configured proxies the address is counted from the right', () => {
  const peerOf = createPeerOf(['127.0.0.1', '10.0.0.0/8', 'fd00::/8'])
  const through = (list: string, socket = '127.0.0.1') => peerOf(request({ 'x-forwarded-for': list }), socket)
  expect(through('203.0.113.9')).toEqual({ address: '203.0.113.9', local: false })
  expect(through('1.2.3.4, 203.0.113.9, 10.1.2.3').address).toBe('203.0.113.9')
  expect(through('127.0.0.1, 203.0.113.9').address).toBe('203.0.113.9')
  expect(through('nonsense, 203.0.113.9', 'fd00::1').address).toBe('203.0.113.9')
  expect(through('203.0.113.9', '198.51.100.1').address).toBe('198.51.100.1')
  expect(through('127.0.0.1').local).toBe(false)
  // A proxy that names no client may forward anybody; without any sign of a proxy, the client is on this machine.
  expect(peerOf(request({ via: '1.1 x' }), '127.0.0.1')).toMatchObject({ local: false, isUnknown: true })
  expect(peerOf(request(), '127.0.0.1')).toEqual({ address: '127.0.0.1', local: true })
  expect(through('unknown')).toEqual({ address: '127.0.0.1', local: false, isUnknown: true })
})

test('a proxy that sends only Forwarded is understood', () => {
  const peerOf = createPeerOf(['127.0.0.1', '10.0.0.0/8'])
  const peerFor = (forwarded: string) => peerOf(request({ forwarded }), '127.0.0.1')
  expect(peerFor('for=203.0.113.9;proto=https')).toEqual({ address: '203.0.113.9', local: false, https: true })
  expect(peerFor('for="[2001:db8::7]:4711";proto=http').address).toBe('2001:db8::7')
  expect(peerFor('for=1.2.3.4;proto=https, for="203.0.113.9:80";proto=http, for=10.0.0.2;proto=http')).toEqual({
    ...{ address: '203.0.113.9', local: false },
  })
  expect(peerFor('for=unknown;proto=https')).toEqual({
    ...{ address: '127.0.0.1', local: false, isUnknown: true, https: true },
  })
})

test('the protocol is accepted from configured proxies only, counted from the right', () => {
  const peerOf = createPeerOf(['127.0.0.1', '10.0.0.0/8'])
  const https = (proto: string, hops: string, socket = '127.0.0.1') =>
    peerOf(request({ 'x-forwarded-proto': proto, 'x-forwarded-for': hops }), socket).https ?? false
  expect(https('https', '203.0.113.9')).toBe(true)
  expect(https('HTTPS', '203.0.113.9')).toBe(true)
  expect(https('https', '203.0.113.9', '198.51.100.1')).toBe(false)
  expect(createPeerOf([])(request({ 'x-forwarded-proto': 'https' }), '127.0.0.1').https).toBeUndefined()
  // Values written by the client are to the left of the proxy's.
  expect(https('https, http', '1.2.3.4, 203.0.113.9')).toBe(false)
  expect(https('http, https', '1.2.3.4, 203.0.113.9')).toBe(true)
  // Of two proxies, the outer one knows the client; the inner one may have replaced its value.
  expect(https('https, http', '203.0.113.9, 10.0.0.2')).toBe(true)
  expect(https('http, https', '203.0.113.9, 10.0.0.2')).toBe(false)
  expect(https('https', '203.0.113.9, 10.0.0.2')).toBe(true)
})

test('untrusted headers are removed before anything reads them', () => {
  const forged = () =>
    new Headers({
      ...{ 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '127.0.0.1', 'X-Forwarded-Host': 'evil.example' },
      ...{ Forwarded: 'proto=https', 'X-Real-IP': '::1', Host: 'books.example', Accept: '*/*' },
    })
  const untrusted = forged()
  withoutHearsay(untrusted, {})
  expect([...untrusted.keys()].sort()).toEqual(['accept', 'host'])
  const trusted = forged()
  withoutHearsay(trusted, { https: true })
  expect(trusted.get('x-forwarded-proto')).toBe('https')
  expect([...trusted.keys()].sort()).toEqual(['accept', 'host', 'x-forwarded-proto'])
})
