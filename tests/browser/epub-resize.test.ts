// A window that becomes narrow and wide again shows the same page, with every font and size of letters.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { VIEWPORTS } from '../kit/browser'
import { until } from '../kit/client'
import { inChapter, wordsOnScreen } from './chapter-on-screen'
import { DESKTOP, openReadingRoom, type ReadingRoom } from './reading-room'
import { copyFixtures } from './shelves'

setDefaultTimeout(90_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: folder => copyFixtures(folder, { 'Lewis Carroll/Alice.epub': 'epub/stump-alice.epub' }),
  })
})
afterAll(() => room?.close())

const LETTERS = [
  ['publisher', 90],
  ['publisher', 130],
  ['serif', 110],
  ['literata', 100],
  ['garamond', 110],
  ['openDyslexic', 120],
] as const

/** The words on the page, once they stay the same. */
async function shown(page: Page): Promise<string> {
  let last = ''
  return until(
    async () => {
      const now = await wordsOnScreen(page, 4000)
      const same = now !== '' && now === last
      last = now
      return same ? now : ''
    },
    now => now !== '',
  )
}

const resized = (page: Page, width: number) =>
  until(
    () => inChapter(page, () => innerWidth),
    now => now !== undefined && Math.abs(now - width) < 40,
  )

/** To the next chapter. */
async function skip(page: Page): Promise<void> {
  const chapter = () => inChapter(page, () => document.baseURI)
  const before = await chapter()
  await page.keyboard.press(']')
  await until(chapter, now => now !== undefined && now !== before)
}

test('a page is the same after the window was narrow', () =>
  room.visit('epub-resize', DESKTOP, async ({ page }) => {
    const { id } = await room.bookFile('Alice.epub')
    const drifted: string[] = []
    for (const [at, [font, fontSize]] of LETTERS.entries()) {
      await room.admin.put('/api/v1/user/preferences/reader.epub', { value: { font, fontSize } })
      await page.goto(`/books/${id}/read`)
      await page.locator('iframe[data-shown="true"]').waitFor()
      // Behind the cover and the contents.
      if (at === 0) for (let file = 0; file < 4; file++) await skip(page)
      await shown(page)
      await page.keyboard.press('PageDown')
      const before = await shown(page)
      for (const window of ['phone', 'desktop'] as const) {
        await page.setViewportSize(VIEWPORTS[window])
        await resized(page, VIEWPORTS[window].width)
        await shown(page)
      }
      if ((await shown(page)) !== before) drifted.push(`${font} ${fontSize} %`)
    }
    expect(drifted).toEqual([])
  }))
