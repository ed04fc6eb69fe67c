// A09: cross-site requests from the browser of a signed-in user.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookDto } from '@octavo/contract/book'
import { until } from '../kit/client'
import { DESKTOP, openReadingRoom, type ReadingRoom } from './reading-room'
import { writeSeries } from './shelves'

setDefaultTimeout(60_000)

let room: ReadingRoom
let book: BookDto
let evil: ReturnType<typeof Bun.serve>

beforeAll(async () => {
  room = await openReadingRoom({ fill: folder => writeSeries(folder, 'Tide', { volumes: 1, pages: 2 }) })
  book = await room.book('Tide')
  evil = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => new Response('<!doctype html><title>Evil</title>', { headers: { 'content-type': 'text/html' } }),
  })
})
afterAll(async () => {
  await evil?.stop(true)
  await room?.close()
})

/**
 * A browser takes another port of the same host for the same site, and sends the cookie: the server knows who it is, and
 * refuses. From another name it sends none: the server knows nobody.
 */
const SITES = [
  { host: '127.0.0.1', refusal: 403 },
  { host: 'localhost', refusal: 401 },
]

for (const { host, refusal } of SITES) {
  test(`a page of ${host} on another port changes nothing and reads nothing`, () =>
    room.visit(`evil-${host}`, DESKTOP, async ({ page, forget }) => {
      const read = `${room.octavo.url}/api/v1/books/${book.id}/read`
      const answers: string[] = []
      page.on('response', response => {
        if (response.url().startsWith(room.octavo.url))
          answers.push(`${response.request().method()} ${response.status()}`)
      })

      await page.goto(`http://${host}:${evil.port}/`)
      await page.evaluate(async address => {
        const body = JSON.stringify({ currentPage: 2, completed: true })
        const asText = { method: 'POST', mode: 'no-cors', credentials: 'include', body } as const
        await fetch(address, { ...asText, headers: { 'content-type': 'text/plain' } })
        navigator.sendBeacon(address, body)
      }, read)
      await until(
        async () => answers.length,
        many => many === 2,
      )
      expect(answers).toEqual([`POST ${refusal}`, `POST ${refusal}`])

      const readable = await page.evaluate(
        address =>
          fetch(address, { credentials: 'include' }).then(
            answer => answer.text(),
            () => 'nothing',
          ),
        `${room.octavo.url}/api/v1/books`,
      )
      expect(readable).toBe('nothing')

      const form = page.waitForResponse(response => response.request().method() === 'POST')
      await page.evaluate(address => {
        document.body.innerHTML = `<form method="post" enctype="text/plain" action="${address}"><input name="x" /></form>`
        document.forms[0]?.submit()
      }, read)
      expect((await form).status()).toBe(refusal)
      const now = await room.book('Tide')
      expect([now.id, now.readProgress ?? null]).toEqual([book.id, null])
      forget()
    }))
}
