// Turns of an ebook that follow each other faster than its chapters open.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
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

/** Waits for other words on the screen, which stay. */
function reading(page: Page) {
  let words = ''
  return async () => {
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
}

/** Opens the book at the last page of a chapter. Returns that, and the first two pages of the next one. */
async function atChapterEnd(page: Page) {
  const keys = page.keyboard
  const changed = reading(page)
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
  return { last: await changed(), second, changed }
}

const shows = (page: Page, wanted: string) =>
  until(
    () => wordsOnScreen(page),
    now => now === wanted,
  )

test('two quick turns at the end of a chapter lead to the second page of the next one', () =>
  room.visit('epub-turning', DESKTOP, async ({ page }) => {
    const { second } = await atChapterEnd(page)
    await Promise.all([page.keyboard.press('ArrowRight'), page.keyboard.press('ArrowRight')])
    await shows(page, second)
  }))

test('a quick turn to the next chapter and two back lead to the page before the last', () =>
  room.visit('epub-turning-back', DESKTOP, async ({ page }) => {
    const { last, changed } = await atChapterEnd(page)
    await page.keyboard.press('ArrowLeft')
    const before = await changed()
    await page.keyboard.press('ArrowRight')
    await until(changed, now => now === last)
    await Promise.all(['ArrowRight', 'ArrowLeft', 'ArrowLeft'].map(key => page.keyboard.press(key)))
    await shows(page, before)
  }))

/** Runs in every frame before its scripts: the chosen font takes long. */
function slowFonts() {
  const { load } = FontFace.prototype
  FontFace.prototype.load = async function () {
    await new Promise(resolve => setTimeout(resolve, 3_000))
    return load.call(this)
  }
}

/** Runs in the page: where its chapters say that they are. */
function hearPlaces() {
  const places: number[] = []
  addEventListener('message', ({ data }) => data?.kind === 'place' && places.push(data.place.progression))
  Object.assign(window, { places })
}

test('while the font of the next chapter is loading, quick turns count too, and nothing shows its first page before', async () => {
  await room.admin.put('/api/v1/user/preferences/reader.epub', { value: { font: 'literata' } })
  await room.visit('epub-turning-font', DESKTOP, async ({ page }) => {
    await page.addInitScript(slowFonts)
    const { last, second } = await atChapterEnd(page)
    await Promise.all([page.keyboard.press('ArrowRight'), page.keyboard.press('ArrowRight')])
    await shows(page, second)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await shows(page, last)
  })
  await room.admin.delete('/api/v1/user/preferences/reader.epub')
})

test('a chapter that opens in its middle is nowhere before', () =>
  room.visit('epub-turning-place', DESKTOP, async ({ page }) => {
    const { last } = await atChapterEnd(page)
    const { id } = await room.bookFile('alice.epub')
    await until(
      () => room.admin.get<{ locator?: { locations?: { progression?: number } } }>(`/api/v1/books/${id}/progression`),
      place => (place?.locator?.locations?.progression ?? 0) > 0.5,
    )
    await page.addInitScript(hearPlaces)
    await page.reload()
    await shows(page, last)
    const places = await page.evaluate<number[]>('window.places')
    expect(Math.min(...places)).toBeGreaterThan(0.5)
  }))
