// Areas of comics are marked by keys alone: right to left, in a strip, with cropped margins; their notes.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { MarkDto } from '@octavo/contract/mark'
import type { Page } from 'playwright-core'
import { comic, framedComic, writeLibrary } from '../kit/books'
import { saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { spread } from './comic-pages'
import { focusIs, press, said, tabTo, writeTree } from './keyboard'
import { DESKTOP, openReadingRoom, pageOnScreen, type ReadingRoom } from './reading-room'

setDefaultTimeout(60_000)

let room: ReadingRoom
beforeAll(async () => {
  const size = { width: 600, height: 900 }
  room = await openReadingRoom({
    fill: async folder =>
      writeLibrary(folder, {
        'Manga/Manga 1.cbz': await comic({ pages: 6, size }),
        'Tall/Tall 1.cbz': await comic({ pages: 4, size: { width: 200, height: 1400 } }),
        'Frame/Frame 1.cbz': await framedComic({ size, top: 90, right: 120, bottom: 90, left: 120 }),
      }),
  })
})
afterAll(() => room?.close())

async function read(page: Page, title: string, first: number, settings: object) {
  const book = await room.book(title)
  await room.admin.put(`/api/v1/user/preferences/reader.comic.series.${book.seriesId.replaceAll('-', '')}`, {
    value: settings,
  })
  await page.goto(`/books/${book.id}/read?page=${first}`)
  await page.locator(`[data-page="${first}"][data-state="ready"]`).first().waitFor()
}

const marksOf = async (title: string, count: number) => {
  const path = `/api/v1/books/${(await room.book(title)).id}/marks`
  const ready = (marks: MarkDto[]) => marks.length === count
  return await until(async () => (await room.admin.get<{ data: MarkDto[] }>(path)).data, ready)
}

async function begin(page: Page, arrow: string): Promise<void> {
  await page.keyboard.press('r')
  await page.getByRole('toolbar', { name: 'Mark an area' }).waitFor()
  await page.keyboard.press(arrow)
  await focusIs(page, /Marked area/)
}

async function highlight(page: Page): Promise<void> {
  await page.keyboard.press('Enter')
  await focusIs(page, /Highlight in Yellow/)
  await page.keyboard.press('Enter')
  await page.getByRole('toolbar', { name: 'Marked area' }).waitFor({ state: 'detached' })
}

/** The frame can be seen, wholly. */
async function frameIsSeen(page: Page): Promise<void> {
  const box = await page.locator('[data-frame]').boundingBox()
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  if (!box) throw new Error('There is no frame')
  expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(-1)
  expect(box.x + box.width).toBeLessThanOrEqual(width + 1)
  expect(box.y + box.height).toBeLessThanOrEqual(height + 1)
}

test('right to left: arrows move the way they look; a note is added, edited and deleted', () =>
  room.visit('keyboard-areas-manga', DESKTOP, async ({ page }) => {
    const keys = page.keyboard
    await read(page, 'Manga 1', 2, { direction: 'rtl', layout: 'double' })
    await pageOnScreen(page, 3).waitFor()
    expect(await spread(page)).toEqual([3, 2])
    await begin(page, 'ArrowRight')
    await said(page, /Page 2: .*25% from the left/)
    for (let step = 0; step < 26; step++) await keys.press('ArrowLeft')
    await said(page, /Page 3: .*50% from the left/)
    await keys.press('ArrowRight')
    await said(page, /Page 2: .* 0% from the left/)
    await keys.press('ArrowLeft')
    await keys.press('Enter')
    await focusIs(page, /Highlight in Yellow/)
    await saveScreenshot(page, 'keyboard-areas-manga')
    await press(page, /^button (?:Add )?[Nn]ote/)
    await focusIs(page, /^textarea/)
    await keys.type('Left page')
    await press(page, /^button Save/)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const region = { x: 0.5, y: 0.25, width: 0.5, height: 0.5 }
    await until(
      () => marksOf('Manga 1', 1),
      ([mark]) => mark?.note === 'Left page',
    )
    expect(await marksOf('Manga 1', 1)).toMatchObject([{ page: 3, region }])
    await keys.press('p')
    await page.getByRole('dialog', { name: 'Pages' }).waitFor()
    await focusIs(page, /Page/)
    await tabTo(page, /Pages/, 'Shift+Tab')
    await keys.press('ArrowRight')
    await page.getByRole('button', { name: /^Edit/ }).waitFor()
    await press(page, /^button Edit/)
    await focusIs(page, /^textarea/)
    await keys.press('Control+a')
    await keys.type('Page on the left')
    await press(page, /^button Save/)
    await until(
      () => marksOf('Manga 1', 1),
      ([mark]) => mark?.note === 'Page on the left',
    )
    await focusIs(page, /^button Edit/)
    await keys.press('Enter')
    await focusIs(page, /^textarea/)
    await press(page, /^button Delete/, 'Shift+Tab')
    await marksOf('Manga 1', 0)
    await focusIs(page, /^dialog/)
    await writeTree(page, 'flow-areas', 'dialog[open]')
    await keys.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await saveScreenshot(page, 'keyboard-areas-undo')
    await keys.press('F6')
    await focusIs(page, /^button Undo/)
    await keys.press('Enter')
    await until(
      () => marksOf('Manga 1', 1),
      ([mark]) => mark?.note === 'Page on the left',
    )
  }))

test('a strip: an area begins where it is seen, stays on the screen, and goes over to the next page', () =>
  room.visit('keyboard-areas-strip', DESKTOP, async ({ page }) => {
    const keys = page.keyboard
    await read(page, 'Tall 1', 1, { direction: 'webtoon' })
    await begin(page, 'ArrowRight')
    await frameIsSeen(page)
    await saveScreenshot(page, 'keyboard-areas-strip')
    for (let step = 0; step < 60; step++) await keys.press('ArrowDown')
    await frameIsSeen(page)
    await highlight(page)
    const [mark] = await marksOf('Tall 1', 1)
    expect(mark?.page).toBe(1)
    // Where two pages meet, the arrows go over to the other.
    await read(page, 'Tall 1', 2, { direction: 'webtoon' })
    const second = page.locator('[data-page="2"]')
    for (let step = 0; step < 3; step++) await keys.press('ArrowUp')
    await until(
      () => second.boundingBox(),
      box => box !== null && box.y > 200,
    )
    await begin(page, 'ArrowRight')
    await frameIsSeen(page)
    for (let step = 0; step < 60; step++) await keys.press('ArrowUp')
    await said(page, /^Page 1: /)
    await frameIsSeen(page)
    for (let step = 0; step < 60; step++) await keys.press('ArrowDown')
    await said(page, /^Page 2: /)
    await frameIsSeen(page)
    await highlight(page)
    expect((await marksOf('Tall 1', 2)).map(each => each.page)).toEqual([1, 2])
  }))

test('cropped margins: an area stays in what is seen of the page', () =>
  room.visit('keyboard-areas-crop', DESKTOP, async ({ page }) => {
    const keys = page.keyboard
    await read(page, 'Frame 1', 1, { crop: true })
    await begin(page, 'ArrowLeft')
    for (let step = 0; step < 60; step++) await keys.press('ArrowUp')
    for (let step = 0; step < 60; step++) await keys.press('ArrowLeft')
    await saveScreenshot(page, 'keyboard-areas-crop')
    await highlight(page)
    const [mark] = await marksOf('Frame 1', 1)
    // The margins are a fifth of the width and a tenth of the height; a little of them stays.
    expect(mark?.region?.x).toBeWithin(0.15, 0.21)
    expect(mark?.region?.y).toBeWithin(0.05, 0.11)
  }))
