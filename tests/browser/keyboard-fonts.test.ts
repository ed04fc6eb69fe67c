// A font of one's own is added to the EPUB reader, and deleted again, by keys alone.
import { afterAll, beforeAll, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { ROOT } from '../kit/paths'
import { focusIs, press, tabTo, writeTree } from './keyboard'
import { DESKTOP, openReadingRoom, type ReadingRoom } from './reading-room'
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
