// Comics read to their end by keys alone: notes, areas on two pages, panels, custom keys, a strip, and the next book.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { MarkDto } from '@octavo/contract/mark'
import { comic, writeLibrary } from '../kit/books'
import { saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { serverHas, spread } from './comic-pages'
import { focusIs, press, said, tabTo, writeTree } from './keyboard'
import { DESKTOP, openReadingRoom, pageOnScreen, type ReadingRoom } from './reading-room'

setDefaultTimeout(60_000)

let room: ReadingRoom
beforeAll(async () => {
  const pages = { pages: 6, size: { width: 600, height: 900 } }
  const strip = { pages: 4, size: { width: 200, height: 1400 } }
  room = await openReadingRoom({
    fill: async folder =>
      writeLibrary(folder, {
        'Ink/Ink 1.cbz': await comic(pages),
        'Ink/Ink 2.cbz': await comic(pages),
        'Tall/Tall 1.cbz': await comic(strip),
        'Tall/Tall 2.cbz': await comic(strip),
        'Plain/Plain 1.cbz': await comic(pages),
      }),
  })
})
afterAll(() => room?.close())

const marksOf = async (title: string) =>
  (await room.admin.get<{ data: MarkDto[] }>(`/api/v1/books/${(await room.book(title)).id}/marks`)).data

test('the panel of notes stays after a note is saved or deleted, with the focus', () =>
  room.visit('keyboard-comic-notes', DESKTOP, async ({ page }) => {
    const keys = page.keyboard
    const book = await room.book('Ink 1')
    for (const number of [2, 4, 5]) {
      const mark = { kind: 'bookmark', page: number }
      await room.admin.post(`/api/v1/books/${book.id}/marks`, mark)
    }
    await page.goto(`/books/${book.id}/read?page=1`)
    await pageOnScreen(page, 1).waitFor()
    await keys.press('p')
    await focusIs(page, /Page 1/)
    await tabTo(page, /Pages/, 'Shift+Tab')
    await keys.press('ArrowRight')
    await page.getByRole('button', { name: /^Edit/ }).first().waitFor()
    await press(page, /^button Edit.*4/)
    await focusIs(page, /^textarea/)
    await keys.type('By keys')
    await press(page, /^button Save/)
    await focusIs(page, /^button Edit.*4/)
    await until(
      () => marksOf('Ink 1'),
      marks => marks.some(({ note }) => note === 'By keys'),
    )
    await saveScreenshot(page, 'keyboard-comic-notes')
    await writeTree(page, 'flow-comic-notes', 'dialog[open]')
    for (const next of [/^button Edit.*5/, /^button Edit.*2/, /^dialog/]) {
      await keys.press('Enter')
      await focusIs(page, /^textarea/)
      await press(page, /^button Delete/, 'Shift+Tab')
      await focusIs(page, next)
    }
    await until(
      () => marksOf('Ink 1'),
      marks => marks.length === 0,
    )
    await keys.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await keys.press('ArrowRight')
    await pageOnScreen(page, 2).waitFor()
  }))

test('two pages: an area of either page; then the end, and the next book', () =>
  room.visit('keyboard-comic-pairs', DESKTOP, async ({ page }) => {
    const keys = page.keyboard
    const book = await room.book('Ink 1')
    await page.goto(`/books/${book.id}/read?page=2`)
    await pageOnScreen(page, 2).waitFor()
    await keys.press('d')
    await pageOnScreen(page, 3).waitFor()
    expect(await spread(page)).toEqual([2, 3])
    const mark = async () => {
      await keys.press('Enter')
      await focusIs(page, /Highlight in Yellow/)
      await keys.press('Enter')
      await page.getByRole('toolbar', { name: 'Marked area' }).waitFor({ state: 'detached' })
    }
    await keys.press('r')
    await page.getByRole('toolbar', { name: 'Mark an area' }).waitFor()
    // It begins on the page in the arrow's direction, and goes over to the other.
    await keys.press('ArrowLeft')
    await said(page, /Page 2: .*25% from the left/)
    await saveScreenshot(page, 'keyboard-comic-pairs')
    await mark()
    await keys.press('r')
    await keys.press('ArrowRight')
    await said(page, /Page 3: .*25% from the left/)
    for (let step = 0; step < 26; step++) await keys.press('ArrowLeft')
    await said(page, /Page 2: .*50% from the left/)
    await keys.press('ArrowRight')
    await said(page, /Page 3: .* 0% from the left/)
    await mark()
    const marks = await until(
      () => marksOf('Ink 1'),
      found => found.length === 2,
    )
    const areas = marks.map(({ page: number, region }) => ({ page: number, region }))
    expect(areas).toEqual([
      { page: 2, region: { x: 0.25, y: 0.25, width: 0.5, height: 0.5 } },
      { page: 3, region: { x: 0, y: 0.25, width: 0.5, height: 0.5 } },
    ])
    await keys.press('End')
    await pageOnScreen(page, 6).waitFor()
    await keys.press('ArrowRight')
    await said(page, 'End of book')
    await serverHas(room, book, 6, true)
    await press(page, /Read next book/)
    await page.waitForURL(url => !url.pathname.includes(book.id))
    await pageOnScreen(page, 1).waitFor()
  }))

test('a strip: its speed, to its end, and the next book', () =>
  room.visit('keyboard-strip', DESKTOP, async ({ page }) => {
    const keys = page.keyboard
    const book = await room.book('Tall 1')
    await page.goto(`/books/${book.id}/read?page=1`)
    await page.locator('[data-page="1"][data-state="ready"]').waitFor()
    await keys.press('o')
    await page.getByRole('dialog').waitFor()
    await tabTo(page, /Automatic scrolling speed/)
    await keys.press('End')
    await keys.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await keys.press('a')
    await said(page, 'Page 2 of 4')
    await keys.press('a')
    await keys.press('End')
    await said(page, 'Page 4 of 4')
    for (let step = 0; step < 12; step++) await keys.press(' ')
    await serverHas(room, book, 4, true)
    await saveScreenshot(page, 'keyboard-strip-end')
    await press(page, /Read next book/)
    await page.waitForURL(url => !url.pathname.includes(book.id))
    await page.locator('[data-page="1"][data-state="ready"]').waitFor()
    await keys.press('Escape')
    await page.getByRole('heading', { level: 1, name: /Tall 2/ }).waitFor()
  }))

test('panels, a custom key chosen and removed, and tap zones', () =>
  room.visit('keyboard-own-keys', DESKTOP, async ({ page }) => {
    const keys = page.keyboard
    await page.goto(`/books/${(await room.book('Plain 1')).id}/read?page=1`)
    await pageOnScreen(page, 1).waitFor()
    await keys.press('v')
    await said(page, /Panel by panel|Guided/)
    await keys.press('ArrowRight')
    await pageOnScreen(page, 2).waitFor()
    await keys.press('v')
    await keys.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await press(page, /^button Next page: None/)
    await keys.press('j')
    await focusIs(page, /^button Next page: j/i)
    await keys.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await keys.press('j')
    await pageOnScreen(page, 3).waitFor()
    await keys.press('?')
    await press(page, /Remove the key for Next page/)
    await focusIs(page, /^button Next page: None/)
    await keys.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await keys.press('o')
    await page.getByRole('dialog').waitFor()
    await tabTo(page, /Edges|Left and right/)
    await saveScreenshot(page, 'keyboard-own-keys')
    await writeTree(page, 'flow-own-keys', 'dialog[open]')
    await keys.press('ArrowRight')
    await page.getByRole('radio', { name: 'Edges swapped', checked: true }).waitFor()
    await keys.press('Escape')
  }))
