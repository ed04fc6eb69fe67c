import { expect, test } from 'bun:test'
import { createLoginBrake } from './login-brake'

const at = (address: string) => ({ address })

function brakeAt(ms = 0) {
  const clock = { ms }
  return { clock, brake: createLoginBrake(() => clock.ms) }
}

/** How many of `count` attempts are allowed. */
function through(take: (index: number) => number, count: number): number {
  return Array.from({ length: count }, (_, index) => take(index)).filter(seconds => seconds === 0).length
}

test('one network has ten tries and then one each half minute', () => {
  const { brake, clock } = brakeAt()
  expect(through(() => brake.take('ada', at('203.0.113.1')), 1000)).toBe(10)
  expect(brake.take('ada', at('203.0.113.1'))).toBe(30)
  clock.ms += 29_999
  expect(brake.take('ada', at('203.0.113.1'))).toBe(1)
  clock.ms += 1
  expect(brake.take('ada', at('203.0.113.1'))).toBe(0)
  expect(brake.take('ada', at('203.0.113.1'))).toBe(30)
  expect(brake.take('bea', at('203.0.113.1'))).toBe(0)
})

test('ten thousand tries from as many networks: a hundred go through, and the owner still signs in', () => {
  const { brake } = brakeAt()
  const owner = '192.0.2.1'
  expect(brake.take('ada', at(owner))).toBe(0)
  brake.welcome('ada', at(owner))
  expect(through(index => brake.take('ada', at(`10.0.${index >> 8}.${index & 255}`)), 10_000)).toBe(99)
  expect(brake.take('ada', at('198.51.100.1'))).toBe(10)
  expect(brake.take('ada', at(owner))).toBe(0)
})

test('all addresses of an IPv6 home are one network', () => {
  const { brake } = brakeAt()
  expect(through(index => brake.take('ada', at(`2001:db8:1:2::${index.toString(16)}`)), 500)).toBe(10)
  expect(brake.take('ada', at('2001:db8:1:3::1'))).toBe(0)
})

test('a successful sign-in resets the tries', () => {
  const { brake } = brakeAt()
  for (let time = 0; time < 50; time++) {
    expect(brake.take('ada', at('192.0.2.1'))).toBe(0)
    brake.welcome('ada', at('192.0.2.1'))
  }
})

test('an address that a proxy shares among all its clients is not limited as a network', () => {
  const { brake } = brakeAt()
  const proxy = { address: '127.0.0.1', isUnknown: true } as const
  expect(brake.take('ada', proxy)).toBe(0)
  brake.welcome('ada', proxy)
  expect(through(() => brake.take('ada', proxy), 1000)).toBe(99)
  expect(brake.take('ada', at('127.0.0.1'))).toBe(10)
})
