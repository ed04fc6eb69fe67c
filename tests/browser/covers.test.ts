// Covers on the screen: chosen by a click, uploaded, pasted, cropped from the keyboard, taken of a page, reset, on a phone.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { CoverDto } from '@octavo/contract/cover'
import type { BookMetadataLocks, MetadataLocks } from '@octavo/contract/locks'
import { comic, ebook, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { jpegImage } from '../kit/images'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom, settled } from './reading-room'

setDefaultTimeout(120_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => {
      writeLibrary(folder, {
        'Akira/Akira v01.cbz': await comic({ pages: 3 }),
        'Akira/Akira v02.cbz': await comic({ pages: 2 }),
        'Prose/Novel.epub': ebook({
          title: 'The Left Hand of Darkness',
          chapters: [{ title: 'One', paragraphs: ['It rained.'] }],
        }),
      })
    },
  })
})
afterAll(() => room?.close())

const bookOf = async (name: string) => {
  const book = (await room.books()).find(one => one.path.endsWith(name))
  if (!book) throw new Error(`There is no ${name}`)
  return book
}
const coversOf = async (id: string) =>
  (await room.admin.get<{ covers: CoverDto[] }>(`/api/v1/books/${id}/covers`)).covers
const selected = async (id: string) => (await coversOf(id)).find(({ isSelected }) => isSelected)

test('a cover is uploaded, taken of a page, cropped from the keyboard, chosen and reset', async () => {
  const { id } = await bookOf('v01.cbz')
  await room.visit('covers', { ...DESKTOP, scheme: 'dark' }, async ({ page, forget }) => {
    await page.goto(`/books/${id}`)
    const shown = () => page.locator('[data-cover] img').first().getAttribute('src')
    await page.locator('[data-cover] img').first().waitFor()
    const before = await shown()
    await page.getByRole('button', { name: 'Change cover' }).click()
    const dialog = page.getByRole('dialog')
    const picture = {
      name: 'red.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from(await jpegImage({ width: 600, height: 600 }, '#b03020')),
    }
    await dialog.locator('input[type=file]').setInputFiles(picture)
    await dialog.getByRole('button', { name: 'Uploaded, Selected' }).waitFor()
    await dialog.getByRole('switch', { name: 'Locked', checked: true }).waitFor()
    // The page behind shows it without being loaded again.
    await until(shown, now => now !== before)
    await dialog.locator('input[type=file]').setInputFiles(picture)
    await dialog.getByText('This image is already among the covers.').waitFor()
    forget()
    await dialog.getByRole('button', { name: 'Next page' }).click()
    await dialog.getByRole('button', { name: 'Use this page' }).click()
    await dialog.getByRole('button', { name: 'Page 2, Selected' }).waitFor()
    await settled(page)
    await saveScreenshot(page, 'covers-desktop')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await dialog.getByRole('button', { name: 'Crop: Uploaded' }).click()
    await dialog.getByRole('button', { name: 'Book format' }).click()
    await dialog.getByRole('group', { name: 'Crop' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowUp')
    await settled(page)
    await saveScreenshot(page, 'covers-crop')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('button', { name: 'Uploaded', exact: true }).click()
    await dialog.getByRole('button', { name: 'Uploaded, Selected' }).waitFor()
    const crop = (await selected(id))?.crop
    expect([crop?.y, crop?.height].map(share => Math.round((share ?? 9) * 100))).toEqual([0, 99])
    expect(Math.round((crop?.x ?? 9) * 100)).toBe(18)
    await dialog.getByRole('button', { name: 'Reset' }).click()
    await dialog.getByRole('button', { name: 'From the file, Selected' }).waitFor()
    await dialog.getByRole('switch', { name: 'Locked', checked: false }).click()
    await dialog.getByRole('switch', { name: 'Locked', checked: true }).waitFor()
    await until(
      async () => (await room.admin.get<BookMetadataLocks>(`/api/v1/books/${id}/metadata/locks`)).coverLock,
      Boolean,
    )
    await page.keyboard.press('Escape')
    await until(shown, now => now === before)
  })
})

test('on a phone a series takes the cover of a book, and is drawn from its title', async () => {
  const { seriesId } = await bookOf('Novel.epub')
  const akira = await bookOf('v02.cbz')
  const lock = async (id: string) => (await room.admin.get<MetadataLocks>(`/api/v1/series/${id}/metadata/locks`)).cover
  await room.visit('covers-phone', { ...PHONE, scheme: 'light' }, async ({ page }) => {
    await page.goto(`/series/${akira.seriesId}`)
    await page.getByRole('button', { name: 'Change cover' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'From the first book, Selected' }).waitFor()
    await dialog.getByRole('button', { name: akira.title }).click()
    await dialog.getByRole('button', { name: 'From a book, Selected' }).waitFor()
    expect(await lock(akira.seriesId)).toBe(true)
    await page.goto(`/series/${seriesId}`)
    await page.getByRole('button', { name: 'Change cover' }).click()
    await dialog.getByRole('button', { name: 'Drawn, Selected' }).waitFor()
    await settled(page)
    await saveScreenshot(page, 'covers-phone')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  })
})
