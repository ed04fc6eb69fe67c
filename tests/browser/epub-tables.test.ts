// Tables of an ebook that are wider than a page.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { ebook, writeLibrary } from '../kit/books'
import { saveScreenshot, VIEWPORTS } from '../kit/browser'
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
const FULL = '<p>As wide as its container</p><table style="width: 100%"><tr><td>Tide</td></tr></table>'

/** Tables with styles that would make them wider than a page. */
const STUBBORN: Readonly<Record<string, readonly [ofTable: string, cell: (words: string) => string]>> = {
  'paragraphs in cells': ['', words => `<td><p>${words.replaceAll(' ', '')}</p></td>`],
  'lines that do not wrap': ['', words => `<td nowrap="nowrap"><code style="white-space: nowrap">${words}</code></td>`],
  'a minimum width': ['min-width: 1400px', words => `<td>${words}</td>`],
  'a fixed layout': ['table-layout: fixed; width: 4000px; max-width: none', words => `<td>${words}</td>`],
  'rows that scroll': ['display: block; overflow-x: auto', words => `<td>${words} ${words}</td>`],
}
const stubborn = Object.values(STUBBORN).map(([style, cell]) => {
  const cells = [...WORDS, ...WORDS].map(cell).join('')
  return `<div style="padding: 0 30px"><table style="${style}"><tr>${cells}</tr></table></div>`
})

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: folder => {
      const chapter = { title: 'Tables', paragraphs: [], markup: COLUMNS.map(table).join('') + FULL }
      const harder = { title: 'Tables', paragraphs: [], markup: stubborn.join('') }
      writeLibrary(folder, {
        'Light/Light.epub': ebook({ title: 'Light', chapters: [chapter] }),
        'Stubborn/Stubborn.epub': ebook({ title: 'Stubborn', chapters: [harder] }),
      })
    },
  })
})
afterAll(() => room?.close())

/** Runs in the chapter: the zoom of each table, and the number of cells with words cut off by the edge of a page. */
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

/** Runs in the chapter: by how many pixels each table is wider than its container, without the padding of 30. */
function excess() {
  return [...document.querySelectorAll('table')].map(table => {
    const length = Math.max(table.offsetWidth, table.scrollWidth) * table.currentCSSZoom
    return Math.max(0, Math.floor(length - (table.parentElement?.clientWidth ?? 0) + 60))
  })
}

for (const [name, options] of [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const) {
  test(`fit a page on a ${name}: the text shrinks first, then words break`, () =>
    room.visit(`epub-tables-${name}`, options, async ({ page }) => {
      const { id } = await room.book('Light')
      // With an odd width, columns of the wider screen end between two pixels.
      const { width, height } = VIEWPORTS[options.viewport]
      await page.setViewportSize({ width: width + 1, height })
      await page.goto(`/books/${id}/read`)
      await page.locator('iframe[data-shown="true"]').waitFor()
      await settled(page)
      await saveScreenshot(page, `epub-tables-${name}`)
      const found = (await inChapter(page, tables)) ?? []
      expect(found.map(({ cut }) => cut)).toEqual([0, 0, 0, 0])
      expect([found[0]?.zoom, found[3]?.zoom]).toEqual([1, 1])
      expect(found[2]?.zoom).toBeCloseTo(0.6)
    }))

  test(`fit a page on a ${name} whatever their own styles are`, () =>
    room.visit(`epub-tables-stubborn-${name}`, options, async ({ page }) => {
      const { id } = await room.book('Stubborn')
      await page.goto(`/books/${id}/read`)
      await page.locator('iframe[data-shown="true"]').waitFor()
      await settled(page)
      await saveScreenshot(page, `epub-tables-stubborn-${name}`)
      const found = (await inChapter(page, excess)) ?? []
      expect(Object.keys(STUBBORN).filter((_, at) => found[at] !== 0)).toEqual([])
    }))
}
