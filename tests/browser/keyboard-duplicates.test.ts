// Duplicates are merged by a rule, and covers changed, by keys alone; the focus never falls behind an open dialog.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CoverDto } from '@octavo/contract/cover'
import type { ListDuplicatesResponse } from '@octavo/contract/duplicate'
import { comic, writeLibrary } from '../kit/books'
import { until } from '../kit/client'
import { focusIs, focusOn, press, said, tabTo, unnamed, writeTree } from './keyboard'
import { DESKTOP, openReadingRoom, type ReadingRoom } from './reading-room'

setDefaultTimeout(60_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => {
      for (const [at, title] of ['Ebb', 'Flow', 'Reef'].entries()) {
        const file = `${title}/${title} 1.cbz`
        writeLibrary(folder, { [file]: await comic({ pages: 3 + at }) })
        writeLibrary(folder, { [`${title}/${title} 1 copy.cbz`]: readFileSync(join(folder, file)) })
      }
    },
  })
})
afterAll(() => room?.close())

const groups = async () => (await room.admin.get<ListDuplicatesResponse>('/api/v1/duplicates')).totalGroups

test('duplicates are found, one group is dismissed, restored and dismissed again, the others are merged by a rule, and a merge is undone', () =>
  room.visit('keyboard-duplicates', DESKTOP, async ({ page }) => {
    const keys = page.keyboard
    await page.goto('/settings/duplicates')
    await page.getByText('Not checked yet').waitFor()
    await press(page, /^button Find duplicates/)
    await said(page, 'Looking for duplicates')
    await page
      .getByRole('button', { name: /^Not duplicates: / })
      .nth(2)
      .waitFor()
    // The button is now at the top of the page.
    await focusIs(page, /^main/)
    await tabTo(page, /^button Not duplicates: Reef/)
    await keys.press('Enter')
    await said(page, 'Group dismissed')
    await until(groups, count => count === 2)
    // A neighbour has the focus, not the page.
    await focusIs(page, /^button Not duplicates/)
    await keys.press('F6')
    await focusIs(page, /^button Undo/)
    await keys.press('Enter')
    await until(groups, count => count === 3)
    await tabTo(page, /^button Not duplicates: Reef/)
    await keys.press('Enter')
    await until(groups, count => count === 2)
    await focusIs(page, /^button Not duplicates/)

    await press(page, /^button Merge by rule/, 'Shift+Tab')
    const dialog = page.getByRole('dialog')
    await focusIs(page, /^select Keep/)
    await dialog.getByText('2 groups will be merged').waitFor()
    await said(page, '2 groups will be merged')
    await keys.press('ArrowDown')
    await tabTo(page, /^select Groups/)
    // The arrow of a select is drawn.
    const nameless = (await unnamed(page, 'flow-merge-by-rule')).filter(each => !each.startsWith('image'))
    expect(nameless).toEqual([])
    await writeTree(page, 'flow-merge-by-rule-dialog', '[role=dialog]')
    await press(page, /^button Merge$/)
    await said(page, '2 groups merged')
    await until(groups, count => count === 0)
    await dialog.waitFor({ state: 'detached' })
    // Its button is gone with the last group.
    await page.getByRole('button', { name: 'Merge by rule' }).waitFor({ state: 'detached' })
    await focusIs(page, /^main/)

    await press(page, /^button Undo/)
    await said(page, 'Undone')
    await until(groups, count => count > 0)
    await until(
      () => focusOn(page),
      focus => focus !== '',
    )
  }))

const coversOf = async (id: string) =>
  (await room.admin.get<{ covers: readonly CoverDto[] }>(`/api/v1/books/${id}/covers`)).covers

test('a cover from a page says that it is changed; it is cropped and deleted without losing the focus', async () => {
  const { id } = await room.bookFile('Ebb 1.cbz')
  await room.visit('keyboard-covers', DESKTOP, async ({ page, forget }) => {
    const keys = page.keyboard
    await page.goto(`/books/${id}`)
    await page.getByRole('button', { name: 'Change cover' }).waitFor()
    await press(page, /^button Change cover/)
    const dialog = page.getByRole('dialog', { name: /^Cover of/ })
    await dialog.waitFor()
    // The server's own network is never asked.
    await tabTo(page, /^input Web address/)
    await keys.type(`${room.octavo.url}/icon.svg`)
    await keys.press('Enter')
    await said(page, /address/)
    forget()
    await press(page, /^button Next page/)
    await press(page, /^button Use this page/)
    await said(page, 'Cover changed: Page 2')
    await focusIs(page, /^button Use this page/)
    await press(page, /^button Crop: Page 2/, 'Shift+Tab')
    await focusIs(page, /^div Crop/)
    await keys.press('Shift+ArrowLeft')
    await press(page, /^button Save/)
    await said(page, 'Crop saved')
    await focusIs(page, /^button Crop: Page 2/)
    expect((await coversOf(id)).find(({ isSelected }) => isSelected)?.crop?.width).toBeCloseTo(0.99)
    await press(page, /^button Delete: Page 2/)
    await focusIs(page, /^button Cancel/)
    await press(page, /^button Delete$/)
    await said(page, /^Deleted. Now selected: From the file/)
    // The button that asked is gone; its dialog is not.
    await until(
      () => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null),
      isWithin => isWithin,
    )
    await keys.press('Escape')
    await focusIs(page, /^button Change cover/)
  })
})

test('F6 right after the first selection leads to its actions once they are there', () =>
  room.visit('keyboard-f6', DESKTOP, async ({ page }) => {
    let send = () => {}
    const asked = new Promise<void>(resolve => {
      send = resolve
    })
    await page.route(/assets\/selection-bar-.*\.js$/, async route => {
      await asked
      await route.continue()
    })
    await page.goto('/library?show=books')
    await page.getByRole('link', { name: /^Ebb/ }).first().waitFor()
    await tabTo(page, /^a .*Ebb/)
    await page.keyboard.press('x')
    await page.keyboard.press('F6')
    send()
    await focusIs(page, /Clear selection/)
    await page.keyboard.press('F6')
    await focusIs(page, /^a .*Ebb/)
    // Long ago, it is not meant for the next selection.
    await page.keyboard.press('F6')
    await page.getByRole('button', { name: 'Clear selection' }).click()
    const bar = page.getByRole('region', { name: 'Selection' })
    await bar.waitFor({ state: 'detached' })
    const flow = page.getByRole('button', { name: /^Select Flow/ }).first()
    await flow.evaluate(button => (button as HTMLElement).click())
    await bar.waitFor()
    await bar.getByText('1 selected').waitFor()
    expect(await focusOn(page)).not.toMatch(/Clear selection/)
  }))
