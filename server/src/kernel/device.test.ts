import { expect, test } from 'bun:test'
import { deviceOf } from './device'

test('browsers are known by their own names, not by those they borrow', () => {
  const agents: [string, string, string, string][] = [
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux', 'desktop'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
      'Edge',
      'Windows',
      'desktop',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari',
      'iOS',
      'phone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      'Chrome',
      'Android',
      'phone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Chrome',
      'Android',
      'tablet',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Safari',
      'macOS',
      'desktop',
    ],
  ]
  for (const [agent, client, system, kind] of agents) expect(deviceOf(agent)).toEqual({ client, system, kind } as never)
})

test('apps are identified by their user agent; none is unknown', () => {
  expect(deviceOf('Panels/4.2 (iPad; iPadOS 18.0)')).toEqual({ client: 'Panels', system: 'iPadOS', kind: 'tablet' })
  expect(deviceOf('curl/8.9.1')).toEqual({ client: 'curl', system: null, kind: 'other' })
  expect(deviceOf('')).toEqual({ client: null, system: null, kind: 'other' })
  expect(deviceOf('<script>alert(1)</script>')).toEqual({ client: null, system: null, kind: 'other' })
})
