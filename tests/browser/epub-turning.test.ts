// Turns of an ebook that follow each other faster than its chapters open.
import { afterAll, beforeAll, setDefaultTimeout, test } from 'bun:test'
import { until } from '../kit/client'
import { wordsOnScreen } from './chapter-on-screen'
import { press } from './keyboard'
import { DESKTOP, openReadingRoom, type ReadingRoom } from './reading-room'
import { copyFixtures } from './shelves'

setDefaultTimeout(60_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: folder => copyFixtures(folder, { 'alice/alice.epub': 'epub/stump-alice.epub' }),
  })
})
afterAll(() => room?.close())

test('two quick turns at the end of a chapter lead to the second page of the next one', () =>
  room.visit('epub-turning', DESKTOP, async ({ page }) => {
    const keys = page.keyboard
    let words = ''
    const changed = async () => {
      const before = words
      let last = ''
      words = await until(
        async () => {
          const now = await wordsOnScreen(page)
          const isStill = now === last
          last = now
          return isStill ? now : ''
        },
        now => now !== '' && now !== before,
      )
      return words
    }
    await page.goto(`/books/${(await room.bookFile('alice.epub')).id}/read`)
    await page.locator('iframe[data-shown="true"]').waitFor()
    await keys.press('t')
    await page.getByRole('dialog').waitFor()
    await press(page, /CHAPTER V\. /)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const first = await until(changed, now => /Caterpillar/i.test(now))
    await keys.press('ArrowRight')
    const second = await changed()
    await keys.press('ArrowLeft')
    await until(changed, now => now === first)
    await keys.press('ArrowLeft')
    await changed()
    await Promise.all([keys.press('ArrowRight'), keys.press('ArrowRight')])
    await until(
      () => wordsOnScreen(page),
      now => now === second,
    )
  }))
