// A file added to a library's folder appears on the open page of the library without a reload.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LibraryDto } from '@octavo/contract/library'
import type { LibraryWatchDto } from '@octavo/contract/watch'
import { comic, writeLibrary } from '../kit/books'
import { until } from '../kit/client'
import { chooseOfLibrary, DESKTOP, openReadingRoom, type ReadingRoom } from './reading-room'

setDefaultTimeout(120_000)

let room: ReadingRoom
let library: LibraryDto
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => writeLibrary(folder, { 'Alpha/Alpha 01.cbz': await comic({ pages: 2 }) }),
    env: { OCTAVO_WATCH_ENABLED: 'true' },
  })
  const [first] = (await room.admin.get<{ data: LibraryDto[] }>('/api/v1/libraries')).data
  library = first as LibraryDto
  await until(
    () => room.admin.get<LibraryWatchDto>(`/api/v1/libraries/${library.id}/watch`),
    ({ state }) => state === 'events',
    45,
  )
})
afterAll(() => room?.close())

test('a new file appears on the open page, and its series is scanned on request', () =>
  room.visit('watching', DESKTOP, async ({ page }) => {
    await page.goto('/library?show=books')
    await page.getByText('1 book', { exact: true }).waitFor()
    writeFileSync(join(room.folder, 'Alpha/Alpha 02.cbz'), await comic({ pages: 3 }))
    await page.getByText('2 books', { exact: true }).waitFor()
    await page.getByText('Alpha 02').first().waitFor()

    await page.goto(`/series/${(await room.book('Alpha 02')).seriesId}`)
    const asked = page.waitForResponse(response => new URL(response.url()).pathname.endsWith('/scan'))
    await page.getByRole('button', { name: 'More actions for Alpha', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Scan this series' }).click()
    expect((await asked).status()).toBe(200)
  }))

test('the form of a library shows how it is watched, and switches watching off', () =>
  room.visit('watching-form', DESKTOP, async ({ page }) => {
    await page.goto('/settings/libraries')
    await page.getByRole('button', { name: `Edit ${library.name}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Changes in 2 folders are detected instantly.').waitFor()
    await dialog.getByText('Watch folders').click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const now = await room.admin.get<LibraryDto>(`/api/v1/libraries/${library.id}`)
    expect(now.scanningConfig).toMatchObject({ watch: false })

    await chooseOfLibrary(page, library.name, 'Scan folder')
    const button = dialog.getByRole('button', { name: 'Scan this folder' })
    await dialog.getByRole('button', { name: 'Alpha', exact: true }).click()
    const asked = page.waitForResponse(response => new URL(response.url()).pathname.endsWith('/scan'))
    await button.click()
    expect(new URL((await asked).url()).searchParams.get('path')).toBe('Alpha')
    await dialog.waitFor({ state: 'hidden' })
    await chooseOfLibrary(page, library.name, 'Scan reports')
    await dialog
      .getByText(/completed · Alpha/)
      .first()
      .waitFor()
  }))
