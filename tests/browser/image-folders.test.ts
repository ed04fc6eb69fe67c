// Whether folders of images are books is a switch in the form of a library; its other scan settings stay.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { LibraryDto } from '@octavo/contract/library'
import { comic, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { jpegImage } from '../kit/images'
import { DESKTOP, openReadingRoom, type ReadingRoom, settled } from './reading-room'

setDefaultTimeout(120_000)

const settings = { enabled: true, scanMode: 'deep', cronSchedule: '0 3 * * *', purgeMissingAfterDays: 30, watch: false }
let room: ReadingRoom
beforeAll(async () => {
  const page = await jpegImage({ width: 60, height: 90 })
  room = await openReadingRoom({
    fill: async folder =>
      writeLibrary(folder, {
        'Akira/Akira 1.cbz': await comic({ pages: 1 }),
        'Gon/Gon 1/01.jpg': page,
        'Gon/Gon 1/02.jpg': page,
      }),
  })
})
afterAll(() => room?.close())

test('a folder of images is not a book if the setting is off', () =>
  room.visit('image-folders', DESKTOP, async ({ page }) => {
    const library = async () =>
      (await room.admin.get<{ data: LibraryDto[] }>('/api/v1/libraries')).data[0] as LibraryDto
    const { id, name } = await library()
    await room.admin.patch(`/api/v1/libraries/${id}`, { scanningConfig: settings })
    expect((await room.books()).map(book => book.path.split('/').at(-1)).toSorted()).toEqual(['Akira 1.cbz', 'Gon 1'])

    await page.goto('/settings/libraries')
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('formats and excluded files').click()
    const choice = dialog.getByRole('switch', { name: 'Treat image folders as books' })
    expect(await choice.isChecked()).toBe(true)
    await choice.scrollIntoViewIfNeeded()
    await settled(page)
    await saveScreenshot(page, 'image-folders')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await dialog.getByText('Treat image folders as books').click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect((await library()).scanningConfig).toEqual({ ...settings, imageFolders: false })

    await room.admin.post(`/api/v1/libraries/${id}/scan`)
    await until(
      () => room.books(),
      books => books.length === 1,
    )
  }))
