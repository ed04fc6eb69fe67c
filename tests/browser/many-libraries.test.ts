// More libraries than a row of a phone shows: one button opens all of them.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { comic, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { openReadingRoom, overflow, PHONE, type ReadingRoom, settled } from './reading-room'

setDefaultTimeout(120_000)

const names = Array.from({ length: 15 }, (_, at) => `Shelf ${String(at + 1).padStart(2, '0')}`)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    libraries: names,
    fill: async folder => {
      for (const name of names)
        writeLibrary(folder, { [`${name}/${name} Tales/Tale 1.cbz`]: await comic({ pages: 1 }) })
    },
  })
})
afterAll(() => room?.close())

test('on a phone, the last of 15 libraries is chosen without scrolling sideways', () =>
  room.visit('many-libraries', PHONE, async ({ page }) => {
    await page.goto('/library')
    const libraries = page.getByRole('navigation', { name: 'Libraries' })
    await page.getByRole('main').getByRole('link', { name: /Tales/ }).first().waitFor()
    await libraries.getByRole('button', { name: 'Everything' }).click()
    const dialog = page.getByRole('dialog', { name: 'Libraries' })
    await dialog.getByRole('link', { name: /^Shelf 15/ }).waitFor()
    expect(await dialog.getByRole('link').count()).toBe(names.length + 1)
    await settled(page)
    await saveScreenshot(page, 'many-libraries-phone')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await dialog.getByRole('link', { name: /^Shelf 15/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: 'Shelf 15' }).waitFor()
    const chosen = libraries.getByRole('button', { name: 'Shelf 15' })
    expect((await chosen.boundingBox())?.x).toBeLessThan(100)
    expect(await overflow(page)).toBe(0)
    expect(await axeFindings(page)).toEqual([])
  }))
