import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { ADMIN } from '../kit/server'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom } from './reading-room'
import { fillWithFixtures } from './shelves'

setDefaultTimeout(60_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({ fill: fillWithFixtures })
})
afterAll(() => room?.close())

test('a wrong password is reported, the right one leads back to the page, and signing out ends the session', async () => {
  await room.visitAsStranger('sign-in', DESKTOP, async ({ page, problems, forget }) => {
    const book = await room.book('Science Comics')
    await page.goto(`/books/${book.id}`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByText('You’ll return to the page you were on.').waitFor()
    await page.getByLabel('User name or e-mail').fill(ADMIN.username)
    await page.getByRole('textbox', { name: 'Password' }).fill('Wrong horse 1!')
    await page.getByRole('button', { name: 'Sign in' }).click()
    const alert = page.getByRole('alert')
    await alert.getByText('Wrong user name or password').waitFor()
    await alert.getByText('Check both and try again.').waitFor()
    forget()

    await page.getByRole('textbox', { name: 'Password' }).fill(ADMIN.password)
    await page.getByRole('textbox', { name: 'Password' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: book.title }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/books/${book.id}`)
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie)
    expect(stored).not.toContain('eyJ')

    await page.getByRole('link', { name: ADMIN.username, exact: true }).click()
    expect(problems()).toEqual([])
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    forget()
    await page.goto('/library')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    forget()
  })
})

test('signing in by e-mail on a phone works with the keyboard alone', async () => {
  await room.visitAsStranger('sign-in-phone', PHONE, async ({ page }) => {
    await page.goto('/sign-in')
    await page.getByLabel('User name or e-mail').waitFor()
    await page.keyboard.type(ADMIN.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(ADMIN.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  })
})

test('a session that expires while a page is open leads to the sign-in page, not to an error', async () => {
  await room.visit('session-ended', DESKTOP, async ({ page, forget }) => {
    await page.goto('/library')
    await page.getByRole('list', { name: 'Everything' }).getByRole('link').first().waitFor()
    await page.context().clearCookies()
    const welcome = page.getByRole('heading', { name: 'Sign in' }).waitFor()
    // Requests of the page itself may find the session gone before the search does.
    await Promise.race([page.getByRole('searchbox', { name: 'Search titles' }).fill('alice'), welcome])
    await welcome
    forget()
  })
})

test('pages of other sites and ports cannot change anything with the cookie', async () => {
  const address = '/api/v1/auth/logout'
  const form = `<form method=post enctype=text/plain action="${room.octavo.url}${address}"><input name='{"a":"' value='"}'></form>`
  const evil = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => new Response(`<!doctype html>${form}`, { headers: { 'content-type': 'text/html' } }),
  })
  const screen = await room.open(DESKTOP)
  const { page } = screen
  try {
    await page.goto('/library')
    // Lax cookies come along with a form of the same site, whatever its port.
    for (const host of ['127.0.0.1', 'localhost']) {
      await page.goto(`http://${host}:${evil.port}/`)
      const tries = await page.evaluate(async url => {
        const send = (init: RequestInit) => fetch(url, { credentials: 'include', ...init }).then(({ type }) => type)
        const failed = () => 'blocked'
        return [
          await send({ method: 'POST', mode: 'no-cors', headers: { 'content-type': 'text/plain' }, body: '{}' }),
          await send({ method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).catch(failed),
          await send({ method: 'DELETE' }).catch(failed),
          await send({ method: 'GET', mode: 'no-cors' }),
        ]
      }, room.octavo.url + address)
      expect([host, ...tries]).toEqual([host, 'opaque', 'blocked', 'blocked', 'opaque'])
      const answered = page.waitForResponse(answer => answer.url().endsWith(address))
      await page.evaluate(() => document.forms[0]?.submit())
      const status = (await answered).status()
      await page.waitForURL(`**${address}`)
      expect([host, status === 401 || status === 403]).toEqual([host, true])
      await page.goto(`${room.octavo.url}/library`)
      const me = await page.evaluate(() => fetch('/api/v1/auth/me').then(answer => answer.status))
      expect([host, me]).toEqual([host, 200])
    }
  } finally {
    await screen.close()
    await evil.stop(true)
  }
})
