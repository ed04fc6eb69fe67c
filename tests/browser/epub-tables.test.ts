// Tables of an ebook that are wider than a page.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { ebook, writeLibrary } from '../kit/books'
import { saveScreenshot } from '../kit/browser'
import { inChapter } from './chapter-on-screen'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom, settled } from './reading-room'

setDefaultTimeout(60_000)

const WORDS = [
  'Lighthouse',
  'Keeper',
  'Oil in gallons',
  'Observations',
  'Commissioned',
  'Foghorn',
  'Latitude',
  'Remarks',
]
const row = (cells: readonly string[]) => `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`
const table = (columns: number) => {
  const cells = Array.from({ length: columns }, (_, at) => WORDS[at % WORDS.length] ?? '')
  return `<p>${columns} columns</p><table border="1">${row(cells).repeat(4)}</table>`
}
const COLUMNS = [2, 8, 24]

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: folder => {
      const chapter = { title: 'Tables', paragraphs: [], markup: COLUMNS.map(table).join('') }
      writeLibrary(folder, { 'Light/Light.epub': ebook({ title: 'Light', chapters: [chapter] }) })
    },
  })
})
afterAll(() => room?.close())

/** Runs in the chapter: of each table its zoom, and how many words are cut by the edge of a page. */
function tables() {
  return [...document.querySelectorAll('table')].map(table => {
    const range = document.createRange()
    const cut = [...table.querySelectorAll('td')].filter(cell => {
      range.selectNodeContents(cell)
      return [...range.getClientRects()].some(
        ({ left, right }) => Math.floor(left / innerWidth) !== Math.floor((right - 1) / innerWidth),
      )
    })
    return { zoom: table.currentCSSZoom, cut: cut.length }
  })
}

for (const [name, options] of [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const) {
  test(`fit a page on a ${name}: their text is smaller first, then broken`, () =>
    room.visit(`epub-tables-${name}`, options, async ({ page }) => {
      const { id } = await room.book('Light')
      await page.goto(`/books/${id}/read`)
      await page.locator('iframe[data-shown="true"]').waitFor()
      await settled(page)
      await saveScreenshot(page, `epub-tables-${name}`)
      const found = (await inChapter(page, tables)) ?? []
      expect(found.map(({ cut }) => cut)).toEqual([0, 0, 0])
      expect(found[0]?.zoom).toBe(1)
      expect(found[2]?.zoom).toBeCloseTo(0.6)
    }))
}
