import { expect, test } from 'bun:test'
import { json, nothing, type Route, route } from '@octavo/contract/route'
import { z } from 'zod'
import { AppError } from '../kernel/app-error'
import { jsonBody, parseInput, queryObject, refuseZero } from './input'

const plain = route({
  id: 'x',
  method: 'post',
  path: '/x',
  tag: 'X',
  summary: 'X',
  access: 'login',
  body: z.object({}),
  status: 200,
  payload: json(z.object({})),
})
const optional: Route = { ...plain, payload: nothing, bodyOptional: true }

/** The code and message of the error thrown by `work`. */
async function errorOf(work: () => unknown): Promise<[string, string]> {
  try {
    await work()
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.message]
    throw error
  }
  throw new Error('There was no error')
}

function posted(body: string | ReadableStream | Uint8Array, type: string | null = 'application/json', more = {}) {
  const headers = { ...(type !== null && { 'Content-Type': type }), ...more }
  return new Request('http://localhost/', { method: 'POST', body: body as string, headers })
}

test('a body of JSON is accepted, by any of its media types', async () => {
  expect(await jsonBody(posted('{"a":[1,"é"]}'), plain)).toEqual({ a: [1, 'é'] })
  for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/vnd.api+json']) {
    expect(await jsonBody(posted('{}', type), plain)).toEqual({})
  }
})

test('a missing body is an empty one where the route allows it', async () => {
  const empty = new Request('http://localhost/', { method: 'POST' })
  expect(await jsonBody(empty, optional)).toEqual({})
  expect(await errorOf(() => jsonBody(new Request('http://localhost/', { method: 'POST' }), plain))).toEqual([
    'UnsupportedMediaType',
    'Send the body as application/json',
  ])
  expect(await errorOf(() => jsonBody(posted(''), plain))).toEqual(['BadRequest', 'The body is not valid JSON'])
})

test('a body in thousands of tiny pieces is refused, in larger ones it is read', async () => {
  const inPieces = (pieces: number, bytes: number) =>
    posted(
      new ReadableStream({
        start(stream) {
          for (let at = 0; at < pieces; at++) stream.enqueue(Buffer.alloc(bytes, ' '))
          stream.enqueue(Buffer.from('{"a":1}'))
          stream.close()
        },
      }),
    )
  expect(await errorOf(() => jsonBody(inPieces(1_200, 1), plain))).toEqual([
    'BadRequest',
    'The body is sent in too many small pieces',
  ])
  expect(await jsonBody(inPieces(900, 1), plain)).toEqual({ a: 1 })
  expect(await jsonBody(inPieces(2_000, 300), plain)).toEqual({ a: 1 })
})

test('another media type and broken JSON are refused', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']) {
    expect((await errorOf(() => jsonBody(posted('{}', type), plain)))[0]).toBe('UnsupportedMediaType')
  }
  for (const body of ['{', '{"a":1,}', "{'a':1}", 'undefined', '{} {}', '\u0000', '['.repeat(100_000)]) {
    expect((await errorOf(() => jsonBody(posted(body), plain)))[0]).toBe('BadRequest')
  }
})

test('a megabyte is read, one byte more is not', async () => {
  const mebibyte = 1024 * 1024
  const sized = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`
  expect(await jsonBody(posted(sized(mebibyte)), plain)).toHaveLength(mebibyte - 2)
  const tooLarge = ['PayloadTooLarge', 'The body is larger than 1048576 bytes']
  expect(await errorOf(() => jsonBody(posted(sized(mebibyte + 1)), plain))).toEqual(tooLarge as [string, string])
  // Bytes count, not characters.
  expect(await errorOf(() => jsonBody(posted(`"${'é'.repeat(mebibyte / 2)}"`), plain))).toEqual(
    tooLarge as [string, string],
  )
  const promised = posted('{}', 'application/json', { 'Content-Length': String(mebibyte + 1) })
  expect(await errorOf(() => jsonBody(promised, plain))).toEqual(tooLarge as [string, string])
})

test('an endless body is read no further than the limit', async () => {
  let sent = 0
  const endless = new ReadableStream({
    pull(controller) {
      sent += 65_536
      controller.enqueue(new Uint8Array(65_536).fill(32))
    },
  })
  expect((await errorOf(() => jsonBody(posted(endless), plain)))[0]).toBe('PayloadTooLarge')
  expect(sent).toBeLessThan(2 * 1024 * 1024)
})

test('a text with U+0000 is refused anywhere, its escape in text is not', async () => {
  const zero = (place: string) =>
    ['BadRequest', `${place}: a text must not hold the character U+0000`] as [string, string]
  for (const [body, place] of [
    ['"\\u0000"', 'body'],
    ['{"a":[{"b":"x\\u0000"}]}', 'body a.0.b'],
    ['{"\\u0000":1}', 'body'],
  ] as const) {
    expect(await errorOf(() => jsonBody(posted(body), plain))).toEqual(zero(place))
  }
  const deep = `${'['.repeat(5000)}"\\u0000"${']'.repeat(5000)}`
  expect(await errorOf(() => jsonBody(posted(deep), plain))).toEqual(['BadRequest', 'The body: nested too deeply'])
  expect(await jsonBody(posted('["\\\\u0000"]'), plain)).toEqual(['\\u0000'])
  for (const path of ['/a%00b', '/a?b=%00']) {
    expect((await errorOf(() => refuseZero(new URL(`http://localhost${path}`))))[0]).toBe('BadRequest')
  }
  refuseZero(new URL('http://localhost/a%2500?b=%2500'))
})

test('a query is an object of its own names', async () => {
  const query = (text: string) => queryObject(new URLSearchParams(text))
  expect({ ...query('a=1&b=%C3%A9+x&c=') }).toEqual({ a: '1', b: 'é x', c: '' })
  expect(Object.entries(query('__proto__=1&constructor=2'))).toEqual([
    ['__proto__', '1'],
    ['constructor', '2'],
  ])
  expect('constructor' in query('a=1')).toBe(false)
  expect(await errorOf(() => query('a=1&b=2&a=1'))).toEqual(['BadRequest', 'query a: given more than once'])
})

test('invalid input is named with its path', async () => {
  const schema = z.object({ page: z.coerce.number().int(), of: z.object({ name: z.string() }).optional() })
  expect(parseInput(schema, queryObject(new URLSearchParams('page=2&other=1')), 'query')).toEqual({ page: 2 })
  const query = await errorOf(() => parseInput(schema, { page: 'x' }, 'query'))
  expect(query[0]).toBe('BadRequest')
  expect(query[1]).toStartWith('query page: ')
  const body = await errorOf(() => parseInput(schema, { page: 1, of: { name: 7 } }, 'body'))
  expect(body[0]).toBe('UnprocessableEntity')
  expect(body[1]).toStartWith('body of.name: ')
  expect((await errorOf(() => parseInput(schema, [], 'body')))[1]).toStartWith('body: ')
})
