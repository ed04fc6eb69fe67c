// A font of one's own is added to the EPUB reader, and deleted again, by keys alone; another device says that it has no such font.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { axeFindings } from '../kit/browser'
import { until } from '../kit/client'
import { ROOT } from '../kit/paths'
import { inChapter } from './chapter-on-screen'
import { focusIs, press, tabTo, writeTree } from './keyboard'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom } from './reading-room'
import { fillWithFixtures } from './shelves'

setDefaultTimeout(60_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({ fill: fillWithFixtures })
})
afterAll(() => room?.close())

const NAME = 'opendyslexic-latin-400-normal'

test('an own font is added, and deleted again; the focus stays in the settings', () =>
  room.visit('keyboard-own-font', DESKTOP, async ({ page }) => {
    const keys = page.keyboard
    await page.goto(`/books/${(await room.book('Alice')).id}/read`)
    await page.locator('iframe[data-shown="true"]').waitFor()
    await keys.press('o')
    await page.getByRole('dialog', { name: 'Reading settings' }).waitFor()
    // Before the way there, so that the browser is sure to be listening when the key comes.
    const chooser = page.waitForEvent('filechooser')
    await tabTo(page, /Add your own font/)
    await keys.press('Enter')
    await (await chooser).setFiles(join(ROOT, `node_modules/@fontsource/opendyslexic/files/${NAME}.woff2`))
    const button = page.getByRole('button', { name: `Delete ${NAME}` })
    await button.waitFor()
    await writeTree(page, 'keyboard-own-font', 'dialog[open]')
    await focusIs(page, /Add your own font/)
    await press(page, /Delete opendyslexic/, 'Shift+Tab')
    await button.waitFor({ state: 'detached' })
    await focusIs(page, /^dialog/)
    await keys.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }))

test('a font that another device has is shown as chosen, and used as soon as it is added here', async () => {
  const path = `/books/${(await room.book('Alice')).id}/read`
  const file = join(ROOT, `node_modules/@fontsource/opendyslexic/files/${NAME}.woff2`)
  const open = async (page: Page) => {
    await page.goto(path)
    await page.locator('iframe[data-shown="true"]').waitFor()
    await page.keyboard.press('o')
    return page.getByRole('dialog', { name: 'Reading settings' })
  }
  await room.visit('own-font-here', DESKTOP, async ({ page }) => {
    const settings = await open(page)
    const chosen = page.waitForResponse(answer => answer.request().method() !== 'GET' && answer.ok())
    await settings.locator('input[type=file]').setInputFiles(file)
    await settings.getByRole('radio', { name: NAME, checked: true }).waitFor()
    await chosen
  })
  await room.visit('own-font-elsewhere', PHONE, async ({ page }) => {
    const settings = await open(page)
    await settings.getByRole('radio', { name: NAME, checked: true }).waitFor()
    const hint = settings.getByText(`${NAME} isn’t on this device. Add it here, or choose another font.`)
    await hint.waitFor()
    expect(await axeFindings(page, 'dialog')).toEqual([])
    const faces = () => inChapter(page, () => [...document.fonts].length, '')
    expect(await faces()).toBe(0)
    await settings.locator('input[type=file]').setInputFiles(file)
    await hint.waitFor({ state: 'detached' })
    await until(faces, count => count === 1)
    await settings.getByRole('group', { name: 'Font', exact: true }).getByRole('radio', { name: 'Original' }).check()
  })
})
