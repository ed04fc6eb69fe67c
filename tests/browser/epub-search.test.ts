// The search in an ebook whose sentences are elements of their own, with white space between them.
import { afterAll, beforeAll, setDefaultTimeout, test } from 'bun:test'
import { DESKTOP, openReadingRoom, type ReadingRoom } from './reading-room'
import { copyFixtures } from './shelves'

setDefaultTimeout(60_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: folder => copyFixtures(folder, { 'Melville/moby-dick.epub': 'epub/moby-dick.epub' }),
  })
})
afterAll(() => room?.close())

test('words of two elements are found, with the space between them', () =>
  room.visit('epub-search-space', DESKTOP, async ({ page }) => {
    // <span>Call me Ishmael.</span> <span>Some years ago…
    const book = await room.bookFile('moby-dick.epub')
    await page.goto(`/books/${book.id}/read`)
    await page.locator('iframe[data-shown="true"]').waitFor()
    await page.keyboard.press('/')
    const search = page.getByRole('dialog', { name: 'Search in the book' })
    await search.getByRole('searchbox').fill('Ishmael. Some years ago')
    await search.getByRole('status').getByText('1 result', { exact: true }).waitFor()
  }))
