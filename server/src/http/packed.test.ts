import { expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { createMemo } from '../kernel/memo'
import { SYSTEM_VIEWER } from '../kernel/viewer'
import { acceptedEncoding, isWorthPacking } from './packed'
import { createReplyCache } from './reply-cache'

const asking = (accepted?: string) =>
  new Request('http://localhost/x', { headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })

test('the best encoding that the client accepts, and none for short texts', () => {
  const of = (accepted?: string) => acceptedEncoding(asking(accepted))
  expect(of('gzip, deflate, br, zstd')).toBe('zstd')
  expect(of('gzip, deflate, br')).toBe('gzip')
  expect(of('zstd;q=0, gzip;q=0.5')).toBe('gzip')
  expect(of('ZSTD ; q=0.1')).toBe('zstd')
  for (const none of ['br', 'identity', '', 'gzip;q=0', 'gzip;q=0.000', 'xgzip']) expect(of(none)).toBeNull()
  expect(of()).toBeNull()
  expect([2000, 5000].map(bytes => isWorthPacking(new Uint8Array(bytes)))).toEqual([false, true])
})

test('a cached answer is weighed as it is sent: the text that it was packed from is not cached', async () => {
  const weights: unknown[] = []
  const memo = createMemo(1024 * 1024, { revision: async () => '1', isCommitted: async () => true })
  const replies = createReplyCache({
    ...memo,
    value: (shape, load) =>
      memo.value(shape, async () => {
        const value = await load()
        weights.push(Object.values(value as object).map(part => (part instanceof Uint8Array ? part.length : 0)))
        return value
      }),
  })
  const ask = () =>
    replies.reply({ viewer: SYSTEM_VIEWER, request: asking('gzip') }, '/x', async () => ({
      body: ['abc '.repeat(2000)],
    }))
  await ask()
  const sent = (await (await ask()).arrayBuffer()).byteLength
  expect(weights).toEqual([[sent, 0, 0, 0, 0]])
  expect(sent).toBeLessThan(1000)
})

test('an answer is the same text however it is sent, with one name for all forms', async () => {
  const replies = createReplyCache(
    createMemo(1024 * 1024, { revision: async () => '1', isCommitted: async () => true }),
  )
  const body = { text: 'abc '.repeat(2000) }
  const ask = (accepted?: string) =>
    replies.reply({ viewer: SYSTEM_VIEWER, request: asking(accepted) }, '/x', async () => ({ body }))
  for (let round = 0; round < 2; round++) {
    const plain = await ask()
    expect([plain.headers.get('content-encoding'), await plain.json()]).toEqual([null, body])
    const gzip = await ask('gzip')
    const zstd = await ask('zstd, gzip')
    for (const answer of [plain, gzip, zstd]) {
      expect([answer.headers.get('vary'), answer.headers.get('etag')]).toEqual([
        'Accept-Encoding',
        plain.headers.get('etag'),
      ])
    }
    expect(gzip.headers.get('content-encoding')).toBe('gzip')
    expect(JSON.parse(gunzipSync(await gzip.arrayBuffer()).toString())).toEqual(body)
    expect(zstd.headers.get('content-encoding')).toBe('zstd')
    expect(JSON.parse(Bun.zstdDecompressSync(await zstd.arrayBuffer()).toString())).toEqual(body)
  }
})
