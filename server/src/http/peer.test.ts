import { expect, test } from 'bun:test'
import { createPeerOf } from './peer'

const request = (headers: Record<string, string> = {}) => new Request('http://x/', { headers })

test('without configured proxies the socket counts, whatever the headers say', () => {
  const peerOf = createPeerOf([])
  expect(peerOf(request(), '203.0.113.9')).toEqual({ address: '203.0.113.9', local: false })
  expect(peerOf(request({ 'x-forwarded-for': '127.0.0.1' }), '203.0.113.9').address).toBe('203.0.113.9')
  expect(peerOf(request(), '::ffff:127.0.0.1')).toEqual({ address: '127.0.0.1', local: true })
  expect(peerOf(request(), '::1').local).toBe(true)
})

test('a proxy on this machine that nobody configured does not make strangers local', () => {
  const peerOf = createPeerOf([])
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip']) {
    expect(peerOf(request({ [name]: '203.0.113.9' }), '127.0.0.1').local).toBe(false)
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
})
