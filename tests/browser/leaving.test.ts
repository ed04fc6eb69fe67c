// The answer to a press that opens another page: at once, and gone with the page.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { comic, writeLibrary } from '../kit/books'
import { openReadingRoom, type ReadingRoom } from './reading-room'

setDefaultTimeout(90_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => writeLibrary(folder, { 'Salt Road/Salt Road 01.cbz': await comic({ pages: 2 }) }),
  })
})
afterAll(() => room?.close())

test('a pressed link is dimmed until the next page is there', () =>
  room.visit('leaving', { viewport: 'desktop', scheme: 'dark' }, async ({ page }) => {
    const leaving = () => page.evaluate(() => document.documentElement.hasAttribute('data-leaving'))
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
    await page.addInitScript(() => {
      const seen: (string | undefined)[] = []
      Object.assign(window, { seen })
      const note = () => {
        const link = document.querySelector('main a[href^="/series/"]:hover')
        if (document.documentElement.hasAttribute('data-leaving')) seen.push(link ? getComputedStyle(link).opacity : '')
      }
      new MutationObserver(note).observe(document, {
        attributes: true,
        subtree: true,
        attributeFilter: ['data-leaving'],
      })
    })
    await page.goto('/library')
    await page.locator('main a[href^="/series/"]').first().click()
    await heading('Salt Road')
    expect(await leaving()).toBe(false)
    expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual(['0.6'])

    await page.goBack()
    await heading('Everything')
    expect(await leaving()).toBe(false)

    // Of two at once, the second one wins.
    const link = (name: string) => page.getByRole('link', { name, exact: true }).first()
    await link('Statistics').click({ noWaitAfter: true })
    await link('Lists').click()
    await heading('Collections')
    await page.waitForFunction(() => !document.documentElement.hasAttribute('data-leaving'))

    // A page that does not exist is a page, too.
    await page.evaluate(() => history.pushState(null, '', '/no-such-page'))
    await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
    await heading('Page not found')
    expect(await leaving()).toBe(false)
  }))
