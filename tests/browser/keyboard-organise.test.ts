// Books are selected, marked, put on a list, sorted and filtered by keys alone; the focus is where the next key is meant.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { until } from '../kit/client'
import { focused, focusIs, focusOn, press, said, tabTo, writeTree } from './keyboard'
import { DESKTOP, openReadingRoom, type ReadingRoom } from './reading-room'
import { fillWithFixtures, writeSeries } from './shelves'

setDefaultTimeout(60_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => {
      fillWithFixtures(folder)
      await writeSeries(folder, 'Ferry', { pages: 2, volumes: 3 })
    },
  })
})
afterAll(() => room?.close())

/** How many books have been read. */
const finished = async () => {
  const condition = { readStatus: { operator: 'is', value: 'read' } }
  return (await room.admin.post<{ total: number }>('/api/v1/books/list', { condition })).total
}

test('several books: marked as read, undone, put on a list, which is then arranged', () =>
  room.visit('keyboard-organise', DESKTOP, async ({ page }) => {
    const keys = page.keyboard
    await page.goto('/library?show=books&q=ferry')
    await page.getByRole('link', { name: /^Ferry 03/ }).waitFor()
    await tabTo(page, /^a .*Ferry 01/)
    await keys.press('x')
    await said(page, '1 selected')
    await tabTo(page, /^a .*Ferry 03/)
    await keys.press('Shift+X')
    await said(page, '3 selected')
    await keys.press('Control+a')
    await page.getByRole('button', { name: 'Select all' }).waitFor({ state: 'detached' })
    await said(page, `${await page.locator('[data-index]').count()} selected`)
    await keys.press('Escape')
    await tabTo(page, /^a .*Ferry 01/, 'Shift+Tab')
    await keys.press('x')
    await tabTo(page, /^a .*Ferry 03/)
    await keys.press('Shift+X')
    await said(page, '3 selected')
    await keys.press('F6')
    await focusIs(page, /Clear selection/)
    await press(page, /Mark as read/)
    await said(page, '3 marked as read')
    // It does not interrupt what is being read out, and comes into a place that was empty before.
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.locator('[aria-live=polite] [role=status]').getByText('3 marked as read').waitFor()
    // The bar is gone: the focus is where F6 was pressed.
    await focusIs(page, /^a .*Ferry 03/)
    expect(await finished()).toBe(3)

    await keys.press('F6')
    await focusIs(page, /Undo/)
    await keys.press('Enter')
    await until(finished, count => count === 0)
    await focusIs(page, /^a .*Ferry 03/)

    await tabTo(page, /^a .*Ferry 01/, 'Shift+Tab')
    await keys.press('x')
    await tabTo(page, /^a .*Ferry 03/)
    await keys.press('Shift+X')
    await said(page, '3 selected')
    await keys.press('F6')
    await press(page, /Add to list/)
    await page.getByRole('dialog').waitFor()
    await focusIs(page, /List/)
    // The bar is behind the dialog now.
    await keys.press('F6')
    await focusIs(page, /List/)
    await tabTo(page, /Name of the new list/)
    await keys.type('By keys')
    await keys.press('Enter')
    await said(page, '3 books added to By keys')
    await focusIs(page, /Add to list/)
    await keys.press('Escape')
    await focusIs(page, /^a .*Ferry/)

    await page.goto('/lists/readlists')
    await page.getByRole('link', { name: /^By keys/ }).waitFor()
    await press(page, /^a By keys/)
    await page.getByRole('heading', { level: 1, name: 'By keys' }).waitFor()
    await press(page, /Arrange/)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('listitem').first().waitFor()
    await tabTo(page, /Move Ferry 01 down/)
    await keys.press('Enter')
    await said(page, 'Ferry 01 is now number 2 of 3')
    expect(await focusOn(page)).toMatch(/Move Ferry 01 down/)
    await press(page, /Add a section heading above Ferry 03/)
    await focusIs(page, /^input Section heading above Ferry 03/)
    await keys.type('The end')
    await writeTree(page, 'flow-arrange', '[role=dialog]')
    await press(page, /^button Save/)
    await said(page, 'Saved')
    await dialog.waitFor({ state: 'detached' })
    await focusIs(page, /Arrange/)
    await page.getByRole('heading', { name: 'The end' }).waitFor()
    const links = page.getByRole('region', { name: 'By keys' }).getByRole('link')
    expect(await links.allTextContents()).toEqual([/02/, /01/, /03/].map(name => expect.stringMatching(name)))
  }))

test('the sort is changed by arrow keys, conditions are added and removed, and the focus is never lost', () =>
  room.visit('keyboard-filter', DESKTOP, async ({ page }) => {
    const keys = page.keyboard
    await page.goto('/library?show=books&filter=readStatus:unread')
    await page.getByRole('list', { name: 'Everything' }).getByRole('link').first().waitFor()
    await tabTo(page, /^a .*Ferry 01/)
    await keys.press('x')
    await said(page, '1 selected')
    await press(page, /^button Sort/, 'Shift+Tab')
    await focusIs(page, /^select Sort by/)
    await keys.press('ArrowDown')
    await page.waitForURL(/sort=/)
    await keys.press('ArrowDown')
    expect(await focusOn(page)).toMatch(/^select Sort by/)
    await keys.press('Escape')
    await focusIs(page, /^button Sort/)

    await press(page, /^button Filter/, 'Shift+Tab')
    await page.getByRole('complementary', { name: 'Filter' }).waitFor()
    await tabTo(page, /^button Clear all/)
    expect(await page.evaluate(focused)).toMatchObject({ seen: true })
    await press(page, /^button Unread/, 'Shift+Tab')
    await said(page, /^0 books$/)
    await writeTree(page, 'flow-filter', 'aside[aria-label=Filter]')
    await press(page, /^button Combine conditions/)
    await page.getByRole('dialog').waitFor()
    await focusIs(page, /^select Match/)
    await press(page, /Add condition/)
    await focusIs(page, /^select Field/)
    expect(await page.getByRole('group', { name: 'Genre' }).count()).toBe(1)
    await press(page, /Remove condition: Genre/)
    await page.getByRole('group', { name: 'Genre' }).waitFor({ state: 'detached' })
    await until(
      () => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null),
      isWithin => isWithin,
    )
    await writeTree(page, 'flow-builder', '[role=dialog]')
    await keys.press('Escape')
    await focusIs(page, /Combine conditions/)
  }))

test('a bulk edit: its button becomes the next step without losing the focus', () =>
  room.visit('keyboard-bulk', DESKTOP, async ({ page }) => {
    const keys = page.keyboard
    await page.goto('/library?show=books&q=ferry')
    await page.getByRole('link', { name: /^Ferry 01/ }).waitFor()
    await tabTo(page, /^a .*Ferry 01/)
    await keys.press('x')
    await said(page, '1 selected')
    await keys.press('F6')
    await press(page, /^button Edit/)
    await page.getByRole('dialog').waitFor()
    // It is read out by its title, not by all that is in it.
    const described = await page
      .getByRole('dialog')
      .evaluate(dialog => document.getElementById(dialog.getAttribute('aria-describedby') ?? ''))
    expect(described).toBeNull()
    await tabTo(page, /^select Action/)
    await keys.type('Add tag')
    await tabTo(page, /^input Add tags/)
    await keys.type('keyed')
    await keys.press('Enter')
    await press(page, /^button Preview/)
    await said(page, '1 of 1 will change.')
    await focusIs(page, /^button Apply to 1/)
    await keys.press('Enter')
    await said(page, '1 of 1 changed')
    await keys.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await focusIs(page, /^button Edit/)
  }))

test('names are cleaned up: the dialog closes to the button that opened it', () =>
  room.visit('keyboard-clean-up', DESKTOP, async ({ page }) => {
    await page.goto('/browse/genres')
    await page.getByRole('button', { name: 'Clean up' }).waitFor()
    await press(page, /^button Clean up/)
    await page.getByRole('dialog').getByText('Every name is in use.').waitFor()
    await page.keyboard.press('Escape')
    await focusIs(page, /^button Clean up/)
  }))

test('how much a search found is announced', () =>
  room.visit('keyboard-found', DESKTOP, async ({ page }) => {
    await page.goto('/library?show=books')
    await page.getByRole('link', { name: /^Ferry 03/ }).waitFor()
    await tabTo(page, /Search titles/)
    await page.keyboard.type('ferry 03')
    await said(page, /^1 book$/)
    await page.goto('/browse/people')
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
    await tabTo(page, /Search names/)
    await page.keyboard.type('zzzz')
    await said(page, /^0 names$/)
    await page.goto('/settings/server')
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await tabTo(page, /Search settings/)
    await page.keyboard.type('server name')
    await said(page, /^\d+ settings? found$/)
  }))

test('a message stays while it has the focus, and closes some time after', () =>
  room.visit('keyboard-toast', DESKTOP, async ({ page }) => {
    await page.clock.install()
    await page.goto(`/books/${(await room.book('Ferry 01')).id}`)
    await press(page, /^button Mark as read/)
    await said(page, /marked as read/)
    await page.keyboard.press('F6')
    await focusIs(page, /Undo/)
    await page.clock.runFor(60_000)
    expect(await focusOn(page)).toMatch(/Undo/)
    await page.keyboard.press('F6')
    await focusIs(page, /Mark as unread/)
    await page.clock.runFor(60_000)
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })
  }))
