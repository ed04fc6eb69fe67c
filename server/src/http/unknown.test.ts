import { expect, test } from 'bun:test'
import { nothing, type Route, route } from '@octavo/contract/route'
import { Hono } from 'hono'
import type { HttpEnv } from './identity'
import { serveUnknown } from './unknown'

function declared(method: Route['method'], path: string): Route {
  return route({ id: path, method, path, tag: 'X', summary: 'X', access: 'login', status: 200, payload: nothing })
}

test('a wrong method and an unknown path have different errors', async () => {
  const app = new Hono<HttpEnv>()
  app.onError(error => new Response(error.message, { status: 404 }))
  const bound = [
    declared('get', '/api/books/{book_id}'),
    declared('patch', '/api/books/{book_id}'),
    declared('post', '/api/a.b'),
    declared('get', '/api/files/{path*}'),
  ]
  serveUnknown(app, ['/api'], bound)
  const ask = async (method: string, path: string) => {
    const answer = await app.fetch(new Request(`http://localhost${path}`, { method }))
    return [answer.status, answer.headers.get('allow')]
  }
  expect(await ask('DELETE', '/api/books/7')).toEqual([405, 'GET, PATCH, HEAD'])
  expect(await ask('PUT', '/api/a.b')).toEqual([405, 'POST'])
  expect(await ask('PUT', '/api/files/a/b')).toEqual([405, 'GET, HEAD'])
  for (const path of ['/api/books', '/api/books/7/x', '/api/axb', '/api/files', '/api/']) {
    expect(await ask('DELETE', path)).toEqual([404, null])
  }
})
