// Two people at two screens: what one starts, the other sees without doing anything.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { comic, writeLibrary } from '../kit/books'
import { saveScreenshot } from '../kit/browser'
import { makeLibrary } from '../kit/large-library'
import { chooseOfLibrary, DESKTOP, openReadingRoom, PHONE, type ReadingRoom } from './reading-room'
import { copyFixtures, fillWithFixtures } from './shelves'

setDefaultTimeout(90_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({ fill: fillWithFixtures, env: { OCTAVO_PARSER_PROCESSES: '2' } })
})
afterAll(() => room?.close())

test('a scan started in one browser is shown in another, with its books', () =>
  room.visit('live-here', DESKTOP, ({ page: here }) =>
    room.visit('live-there', PHONE, async ({ page: there }) => {
      await there.goto('/')
      const newBooks = there.getByRole('region', { name: 'New books' })
      await newBooks.getByText('Alice').waitFor()
      writeLibrary(room.folder, { 'Zebra/Zebra 01.cbz': await comic({ pages: 3 }) })
      // Each is given up after ten seconds: long enough for everybody to see the scan.
      copyFixtures(room.folder, {
        'Slow/Slow 01.pdf': 'hostile/content-200mb.pdf',
        'Slow/Slow 02.pdf': 'hostile/image-50000x50000.pdf',
      })

      await here.goto('/settings/libraries')
      await chooseOfLibrary(here, null, 'Scan now')
      const corner = there.getByRole('region', { name: 'Scan progress', exact: true })
      await corner.getByRole('progressbar').waitFor()
      await saveScreenshot(there, 'live-corner-phone')
      await here.getByRole('region', { name: 'Scan progress', exact: true }).waitFor()
      await saveScreenshot(here, 'live-corner')
      await newBooks.getByText('Zebra 01').first().waitFor()
      await corner.waitFor({ state: 'hidden', timeout: 60_000 })
      await here.getByText(/ 8 books/).waitFor()
      expect((await room.books()).length).toBe(8)
    }),
  ))

test('a scan can be stopped', () =>
  room.visit('live-stop', DESKTOP, async ({ page }) => {
    makeLibrary(join(room.folder, 'Later'), { series: 60, booksPerSeries: 5, pagesPerBook: 6, seed: 2 })
    await page.goto('/settings/libraries')
    await chooseOfLibrary(page, null, 'Deep scan')
    const stop = page.getByRole('main').getByRole('button', { name: /^Cancel the scan/ })
    await stop.click()
    await stop.waitFor({ state: 'detached' })
    await room.scanned()
    expect(room.octavo.log()).toContain('"end":"cancelled"')
  }))
