// A PDF whose table of contents is nested so deeply that the browser cannot pass it on.
import { afterAll, beforeAll, setDefaultTimeout, test } from 'bun:test'
import { writeLibrary } from '../kit/books'
import { saveScreenshot } from '../kit/browser'
import { type PdfObjects, rawPdf } from '../kit/raw-pdf'
import { callBars, DESKTOP, openReadingRoom, pageOnScreen, type ReadingRoom } from './reading-room'

setDefaultTimeout(60_000)

const LEVELS = 1_000

function deepOutline(): PdfObjects {
  const first = 5
  const line = (level: number) => {
    const below = level + 1 < LEVELS ? `/First ${first + level + 1} 0 R/Last ${first + level + 1} 0 R` : ''
    return `<</Title(Level ${level})/Parent ${first + level - 1} 0 R${below}/Dest[3 0 R/Fit]>>`
  }
  const lines = Array.from({ length: LEVELS }, (_, level) => [first + level, line(level)] as const)
  return {
    1: '<</Type/Catalog/Pages 2 0 R/Outlines 4 0 R>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>',
    4: `<</First ${first} 0 R/Last ${first} 0 R>>`,
    ...Object.fromEntries(lines),
  }
}

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: folder => writeLibrary(folder, { 'Deep/Deep.pdf': rawPdf(deepOutline()) }),
  })
})
afterAll(() => room?.close())

test('the panels of a PDF say that the contents cannot be read; its marks open nevertheless', () =>
  room.visit('pdf-outline', DESKTOP, async ({ page, forget }) => {
    const book = await room.bookFile('Deep.pdf')
    await room.admin.post(`/api/v1/books/${book.id}/marks`, { kind: 'note', page: 1, note: 'Buoy' })
    await page.goto(`/books/${book.id}/read`)
    await pageOnScreen(page, 1).waitFor()
    await page.keyboard.press('t')
    const failed = page.getByRole('dialog').getByText('The table of contents can’t be read.')
    await failed.waitFor()
    await page.keyboard.press('Escape')
    await failed.waitFor({ state: 'detached' })
    await callBars(page)
    await page.getByRole('button', { name: 'Show as text' }).click()
    await page.locator('.pdfViewer .page').first().waitFor()
    await page.keyboard.press('t')
    await failed.waitFor()
    const panel = page.getByRole('dialog')
    await panel.getByText('Notes', { exact: true }).click()
    await panel.getByText('Buoy').waitFor()
    await saveScreenshot(page, 'pdf-outline')
    // In the browser's thread that reads the file.
    forget()
  }))
