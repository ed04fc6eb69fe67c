import { expect, test } from 'bun:test'
import { networkOf } from './network'

test('IPv4 is one address, however it is written', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('::FFFF:203.0.113.7')).toBe('203.0.113.7')
})

test('IPv6 is its /64', () => {
  const same: [string, string][] = [
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::3:4:5:6', '2001:db8:0:0::/64'],
    ['2001::2:3:4:5:6', '2001:0:0:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ]
  expect(same.map(([address]) => networkOf(address))).toEqual(same.map(([, network]) => network))
})

test('a string that is no address is unchanged', () => {
  expect(networkOf('unknown')).toBe('unknown')
  expect(networkOf('')).toBe('')
})
