// Two copies of a book are merged after a preview, and the merge is undone.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ListDuplicatesResponse } from '@octavo/contract/duplicate'
import { comic, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { DESKTOP, openReadingRoom, overflow, PHONE, type ReadingRoom, settled } from './reading-room'

setDefaultTimeout(120_000)

const elsewhere = temporaryFolder('merging-elsewhere')
let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => {
      writeLibrary(folder, {
        'Tide/Tide 1.cbz': await comic({ pages: 6 }),
        'Tide/Tide 2.cbz': await comic({ pages: 2 }),
      })
      writeLibrary(folder, { 'Tide/Tide 1 copy.cbz': readFileSync(join(folder, 'Tide/Tide 1.cbz')) })
    },
  })
  await room.admin.post('/api/v1/libraries', { name: 'Elsewhere', path: elsewhere.path })
  const copy = (await room.books()).find(book => book.path.endsWith('copy.cbz'))
  const session = {
    id: crypto.randomUUID(),
    bookId: copy?.id,
    deviceId: 'phone',
    kind: 'progress',
    toPage: 4,
    pagesRead: 3,
    activeDurationMs: 60_000,
    clientStartedAt: new Date(Date.now() - 120_000).toISOString(),
    clientEndedAt: new Date().toISOString(),
  }
  await room.admin.post('/api/v1/reading-sessions', { sessions: [session] })
})
afterAll(async () => {
  await room?.close()
  elsewhere.remove()
})

test('duplicates are not checked before somebody looks for them', async () => {
  await room.visit('duplicates-not-checked', PHONE, async ({ page }) => {
    await page.goto('/settings/duplicates')
    await page.getByText('Not checked yet').waitFor()
    await page.getByRole('button', { name: 'Find duplicates' }).click()
    await page
      .getByRole('button', { name: /^Keep this one: / })
      .first()
      .waitFor()
  })
  await until(
    () => room.admin.get<ListDuplicatesResponse>('/api/v1/duplicates'),
    found => found.totalGroups > 0,
  )
})

const files = async () => (await room.books()).map(book => book.path.split('/').at(-1)).toSorted()

for (const [name, screen] of [
  ['phone', { ...PHONE, scheme: 'light' }],
  ['desktop', DESKTOP],
] as const) {
  test(`copies are merged and separated again on the ${name}`, async () => {
    await room.visit(`merging-${name}`, screen, async ({ page }) => {
      await page.goto('/settings/duplicates')
      const keep = page.getByRole('button', { name: /^Keep this one: / })
      await keep.first().waitFor()
      // Copies have one title: a screen reader tells them apart by their files.
      const paths = await keep.evaluateAll(buttons =>
        buttons.map(button => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent),
      )
      expect(new Set(paths).size).toBe(paths.length)
      expect(paths.every(path => path?.startsWith('/'))).toBe(true)
      await settled(page)
      await saveScreenshot(page, `duplicates-${name}`)
      expect(await axeFindings(page)).toEqual([])
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      await page.getByRole('button', { name: 'Merge by rule' }).click()
      await page.getByRole('dialog').getByText('1 group will be merged').waitFor()
      await settled(page)
      await saveScreenshot(page, `merge-by-rule-${name}`)
      expect(await axeFindings(page, '[role=dialog]')).toEqual([])
      await page.getByRole('dialog').getByLabel('Groups').selectOption('likely')
      await page.getByRole('dialog').getByText('There are no groups of this type.', { exact: false }).waitFor()
      await page.getByRole('dialog').getByLabel('Groups').selectOption('proved')
      await page.getByRole('dialog').getByLabel('Keep').selectOption('library')
      await page.getByRole('dialog').getByLabel('Library', { exact: true }).selectOption('Elsewhere')
      const skipped = page.getByRole('dialog').getByRole('list', { name: 'Groups left as they are' })
      await skipped.getByText('No copy is in the chosen library.').waitFor()
      await settled(page)
      await saveScreenshot(page, `merge-by-rule-skipped-${name}`)
      expect(await axeFindings(page, '[role=dialog]')).toEqual([])
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('listitem').filter({ hasText: 'Tide/Tide 1.cbz' }).last().getByRole('button').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Reading progress').waitFor()
      const carried = await dialog.getByRole('region', { name: 'Carried over' }).getByRole('listitem').allInnerTexts()
      expect(carried).toEqual(['Reading progress\n1', 'Reading sessions\n1'])
      await settled(page)
      await saveScreenshot(page, `merge-books-${name}`)
      expect(await axeFindings(page, '[role=dialog]')).toEqual([])
      await dialog.getByRole('button', { name: 'Merge' }).click()
      await page.getByText('Merged', { exact: true }).waitFor()
      expect(await files()).toEqual(['Tide 1.cbz', 'Tide 2.cbz'])
      const kept = (await room.books()).find(book => book.path.endsWith('Tide 1.cbz'))
      expect(kept?.readProgress?.currentPage).toBe(4)
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await page.getByRole('status').getByText('Undone', { exact: true }).waitFor()
      expect(await files()).toEqual(['Tide 1 copy.cbz', 'Tide 1.cbz', 'Tide 2.cbz'])
    })
  })
}
