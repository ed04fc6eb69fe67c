import { expect, test } from 'bun:test'
import { matchesEtag, notModified } from './etag'

const matches = (header: string | null, etag: string) =>
  matchesEtag(new Request('http://localhost/', { headers: header === null ? {} : { 'If-None-Match': header } }), etag)

test('the same version matches, alone, in a list, weak or any', () => {
  for (const header of ['"v1"', 'W/"v1"', '"v0", "v1"', '"v0",W/"v1"', '  "v1"  ', '*', ' * ']) {
    expect([header, matches(header, '"v1"'), matches(header, 'W/"v1"')]).toEqual([header, true, true])
  }
})

test('another version does not', () => {
  for (const header of [null, '', '"v2"', 'v1', '"v"', '"v11"', '"*"', 'w/"v1"', '"v2", "v3"']) {
    expect([header, matches(header, '"v1"')]).toEqual([header, false])
  }
})

test('304 keeps the headers for caches and has none about a body', async () => {
  const answer = notModified({
    ETag: '"v1"',
    'Cache-Control': 'private, max-age=60',
    Vary: 'Accept',
    'Content-Type': 'image/jpeg',
    'Content-Length': '5',
  })
  expect(answer.status).toBe(304)
  expect(Object.fromEntries(answer.headers)).toEqual({
    etag: '"v1"',
    'cache-control': 'private, max-age=60',
    vary: 'Accept',
  })
  expect(await answer.text()).toBe('')
})
