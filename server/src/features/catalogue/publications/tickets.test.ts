import { describe, expect, test } from 'bun:test'
import { createTickets } from './tickets'

const secret = new TextEncoder().encode('a secret of tests, long enough for a key')
const ticket = {
  bookId: '0199a000-0000-7000-8000-000000000001',
  userId: '0199a000-0000-7000-8000-000000000002',
  pass: { credentialsVersion: 3, sessionId: '0199a000-0000-7000-8000-000000000003', keyPrefix: null },
}

describe('resource tickets', () => {
  let ms = 1_800_000_000_000
  const tickets = createTickets({ secret, now: () => ms })

  test('identify their subject, for twelve hours', () => {
    const { value, expiresMs } = tickets.issue(ticket)
    expect(tickets.verify(value)).toEqual(ticket)
    expect(expiresMs - ms).toBe(12 * 3600 * 1000)
    ms += 12 * 3600 * 1000 - 1
    expect(tickets.verify(value)).toEqual(ticket)
    ms += 1
    expect(tickets.verify(value)).toBeNull()
  })

  test('identify the credentials they were issued for', () => {
    const passes = [
      { credentialsVersion: 3, sessionId: null, keyPrefix: null },
      { credentialsVersion: null, sessionId: null, keyPrefix: 'octavo_0123456789abcdef' },
      { ...ticket.pass, seenBy: '0199a000-0000-7000-8000-000000000004' },
    ]
    for (const pass of passes) expect(tickets.verify(tickets.issue({ ...ticket, pass }).value)?.pass).toEqual(pass)
  })

  test('can be used in a path without escaping', () => {
    const { value } = tickets.issue(ticket)
    expect(encodeURIComponent(value)).toBe(value)
  })

  test('are refused when anything in them is changed', () => {
    const { value } = tickets.issue(ticket)
    for (let at = 0; at < value.length; at++) {
      const other = value[at] === 'x' ? 'y' : 'x'
      expect(tickets.verify(value.slice(0, at) + other + value.slice(at + 1))).toBeNull()
    }
    for (const wrong of [
      '',
      '.',
      'x',
      value.slice(0, -1),
      `${value}x`,
      value.slice(value.indexOf('.')),
      'x'.repeat(999),
    ]) {
      expect(tickets.verify(wrong)).toBeNull()
    }
  })

  test('of another server are refused', () => {
    const other = createTickets({
      secret: new TextEncoder().encode('another secret, as long as the first one'),
      now: () => ms,
    })
    expect(tickets.verify(other.issue(ticket).value)).toBeNull()
  })
})
