// An ebook whose stories are all in one file: the contents tell them apart by targets in it.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { callBars, DESKTOP, openReadingRoom, type ReadingRoom } from './reading-room'
import { copyFixtures } from './shelves'

setDefaultTimeout(60_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: folder => copyFixtures(folder, { 'Fairy/stories.epub': 'epub/childrens-literature.epub' }),
  })
})
afterAll(() => room?.close())

async function goTo(page: Page, title: RegExp): Promise<void> {
  await page.keyboard.press('t')
  const contents = page.getByRole('dialog', { name: 'Table of contents' })
  await contents.getByRole('button', { name: title }).click()
  await contents.waitFor({ state: 'detached' })
  // It closes before the chapter has moved.
  await page.keyboard.press('t')
  await contents.locator('[aria-current="location"]').getByText(title).waitFor()
  await page.keyboard.press('Escape')
  await contents.waitFor({ state: 'detached' })
}

test('the contents, search hits and bookmarks name the story, not the file', () =>
  room.visit('epub-sections', DESKTOP, async ({ page }) => {
    const book = await room.bookFile('stories.epub')
    await page.goto(`/books/${book.id}/read`)
    await page.locator('iframe[data-shown="true"]').waitFor()
    await goTo(page, /^194 THE NIGHTINGALE/)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('b')
    await until(
      () => room.admin.get<{ total: number }>('/api/v1/user/marks'),
      ({ total }) => total === 1,
    )

    await page.keyboard.press('/')
    const search = page.getByRole('dialog', { name: 'Search in the book' })
    // Another program counts 4 in the file, all between the targets of this story and the next.
    await search.getByRole('searchbox').fill('weavers')
    await search.getByRole('status').getByText('4 results', { exact: true }).waitFor()
    expect(await search.getByRole('button', { name: '193 THE EMPEROR' }).count()).toBe(4)
    await page.keyboard.press('Escape')

    await page.goto('/marks')
    await page.getByText('194 THE NIGHTINGALE').first().waitFor()
  }))

test('the pages left are those of the story', () =>
  room.visit('epub-sections-left', DESKTOP, async ({ page }) => {
    const book = await room.bookFile('stories.epub')
    await page.goto(`/books/${book.id}/read`)
    await page.locator('iframe[data-shown="true"]').waitFor()
    await goTo(page, /^192 THE REAL PRINCESS/)
    // The story has a page and a half, the file about sixty more.
    const foot = page
      .getByText(/^192 THE REAL PRINCESS/)
      .first()
      .locator('xpath=..')
    expect(await foot.innerText()).toMatch(/Last page of the chapter|\b1 page left/)
    await until(
      async () => {
        await page.keyboard.press('ArrowRight')
        return page.getByText(/^193 THE EMPEROR/).count()
      },
      count => count > 0,
    )
  }))

test('the slider names the story, also from another file', () =>
  room.visit('epub-sections-slider', DESKTOP, async ({ page }) => {
    const book = await room.bookFile('stories.epub')
    await page.goto(`/books/${book.id}/read`)
    await page.locator('iframe[data-shown="true"]').waitFor()
    const slider = page.getByRole('slider', { name: 'Position in the book' })
    const toStart = async () => {
      await page.keyboard.press('Home')
      await until(
        () => slider.inputValue(),
        value => value === '0',
      )
    }
    // It opens where the last test left it, which may be in this story.
    await toStart()
    await goTo(page, /^194 THE NIGHTINGALE/)
    const pagesLeft = async () => {
      const foot = page
        .getByText(/^194 THE NIGHTINGALE/)
        .first()
        .locator('xpath=..')
      return (await foot.count()) > 0 ? Number(/(\d+) pages left/.exec(await foot.innerText())?.[1]) : Number.NaN
    }
    const left = await until(pagesLeft, Number.isFinite)
    // Away from its first page, on which another story may end.
    for (let turn = 0; turn < 3; turn++) await page.keyboard.press('ArrowRight')
    await until(pagesLeft, now => now <= left - 3)
    const isNightingale = (text: string | null) => /^194 THE NIGHTINGALE/.test(text ?? '')
    await until(() => slider.getAttribute('aria-valuetext'), isNightingale)
    const here = await until(
      () => slider.inputValue(),
      value => Number(value) > 0,
    )
    await toStart()
    await callBars(page)
    const box = await slider.boundingBox()
    if (!box) throw new Error('No slider')
    const middle = box.y + box.height / 2
    const max = Number(await slider.getAttribute('max'))
    await page.mouse.move(box.x + 1, middle)
    await page.mouse.down()
    await page.mouse.move(box.x + (box.width * Number(here)) / max, middle, { steps: 5 })
    await until(() => slider.getAttribute('aria-valuetext'), isNightingale)
    await saveScreenshot(page, 'epub-slider-story')
    await page.mouse.up()
  }))
