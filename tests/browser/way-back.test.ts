// After a jump, one press leads back to where the reader was, in each reader.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { comic, ebook, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { type PdfObjects, rawPdf } from '../kit/raw-pdf'
import { openReader, pressThrough } from './comic-pages'
import { callBars, DESKTOP, openReadingRoom, PHONE, pageOnScreen, type ReadingRoom } from './reading-room'

setDefaultTimeout(60_000)

const PAGES = 9

/** Pages of text; the second has a link to the eighth, at its top left. */
function linkedPdf(): Uint8Array {
  const numbers = Array.from({ length: PAGES }, (_, at) => at)
  const pages: PdfObjects = Object.fromEntries(
    numbers.flatMap(at => [
      [
        10 + at,
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 3 0 R>>>>/Contents ${30 + at} 0 R${at === 1 ? '/Annots[50 0 R]' : ''}>>`,
      ],
      [30 + at, { dictionary: '', bytes: Buffer.from(`BT /F1 20 Tf 50 700 Td (Words of page ${at + 1}) Tj ET`) }],
    ]),
  )
  return rawPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Kids[${numbers.map(at => `${10 + at} 0 R`).join(' ')}]/Count ${PAGES}>>`,
    3: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    50: '<</Type/Annot/Subtype/Link/Rect[40 600 400 760]/Dest[17 0 R/XYZ 0 800 0]>>',
    ...pages,
  })
}

let room: ReadingRoom
beforeAll(async () => {
  const chapter = (title: string) => ({
    title,
    // Each sentence only once: a place is found again by its words.
    paragraphs: Array.from({ length: 40 }, (_, at) =>
      [
        `Paragraph ${at + 1} of ${title}.`,
        ...Array.from({ length: 12 }, (_, line) => `Line ${at * 12 + line} of ${title}.`),
      ].join(' '),
    ),
  })
  const last = { title: 'Last', paragraphs: ['Here is the harpoon.'] }
  room = await openReadingRoom({
    fill: async folder => {
      writeLibrary(folder, {
        'Sea/Sea.epub': ebook({ title: 'Sea', chapters: [chapter('One'), chapter('Two'), last] }),
        'Plain/Plain 1.cbz': await comic({ pages: 12 }),
        'Linked/Linked.pdf': linkedPdf(),
      })
    },
  })
})
afterAll(() => room?.close())

const way = (page: Page) => page.getByRole('button', { name: /^Return to/ })
const chapter = (page: Page) => page.frameLocator('iframe[data-shown="true"]')

test('an ebook returns from a search hit to the page before, by the button and by the key', () =>
  room.visit('way-back-epub', PHONE, async ({ page }) => {
    await openReader(page, await room.book('Sea'))
    await chapter(page).getByText('Paragraph 1 of One').waitFor()
    const pagesLeft = async () => {
      const text = await page.getByText(/pages? left in the chapter/).textContent()
      return Number(/\d+/.exec(text ?? ''))
    }
    const from = await pagesLeft()
    await page.keyboard.press('PageDown')
    await page.keyboard.press('PageDown')
    await until(pagesLeft, left => left === from - 2)
    for (const back of [() => way(page).click(), () => page.keyboard.press('Backspace')]) {
      await page.keyboard.press('/')
      await page.getByRole('searchbox').fill('harpoon')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /harpoon/ })
        .click()
      await chapter(page).getByText('Here is the harpoon.').waitFor()
      await way(page).waitFor()
      await saveScreenshot(page, 'way-back-epub')
      await back()
      await chapter(page).getByText('Paragraph 1 of One').waitFor({ state: 'attached' })
      await until(pagesLeft, left => left === from - 2)
      await way(page).waitFor({ state: 'detached' })
    }
  }))

test('a comic returns from another page, and no longer offers it to who reads on', () =>
  room.visit('way-back-comic', DESKTOP, async ({ page }) => {
    await openReader(page, await room.book('Plain 1'))
    await pressThrough(page, [
      ['ArrowRight', 2],
      ['End', 12],
    ])
    await way(page).waitFor()
    expect(await way(page).textContent()).toBe('Return to page 2')
    expect(await axeFindings(page)).toEqual([])
    await way(page).click()
    await pageOnScreen(page, 2).waitFor()
    await way(page).waitFor({ state: 'detached' })
    await pressThrough(page, [['Home', 1]])
    // The turns of the landing do not count.
    await page.waitForTimeout(1600)
    await pressThrough(page, [['ArrowRight', 2]])
    await pressThrough(page, [['ArrowRight', 3]])
    await way(page).waitFor({ state: 'detached' })
    await callBars(page)
    expect(await way(page).count()).toBe(0)
  }))

test('a PDF as text returns from a link of its own and from a search hit', () =>
  room.visit('way-back-pdf', DESKTOP, async ({ page }) => {
    await openReader(page, await room.book('Linked'))
    await callBars(page)
    await page.getByRole('button', { name: 'Show as text' }).click()
    const onPage = (number: number) => page.getByRole('button', { name: `${number} / ${PAGES}` })
    await page.locator('.textLayer').first().waitFor()
    await page.keyboard.press('ArrowRight')
    await page.locator('.page[data-page-number="2"] .annotationLayer a').click()
    await way(page).waitFor()
    expect(await way(page).textContent()).toBe('Return to page 2')
    await way(page).click()
    await page.keyboard.press('Enter')
    await onPage(2).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('/')
    await page.getByRole('textbox', { name: 'Search in the book' }).fill('page 6')
    await page.getByText('1 / 1', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await way(page).waitFor()
    await page.keyboard.press('Backspace')
    await way(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await onPage(2).waitFor()
  }))
