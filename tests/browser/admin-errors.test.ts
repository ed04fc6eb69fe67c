// Book errors on the screen: by type, with remedies; they disappear when the file is fixed, and can be ignored.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { comic, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom } from './reading-room'
import { copyFixtures, fillWithFixtures } from './shelves'

setDefaultTimeout(60_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: folder => {
      fillWithFixtures(folder)
      copyFixtures(folder, { 'Locked/locked.pdf': 'hostile/encrypted-user.pdf' })
    },
  })
})
afterAll(() => room?.close())

test('an error is ignored and restored', () =>
  room.visit('errors-aside', PHONE, async ({ page }) => {
    await page.goto('/settings/errors')
    await page.getByText('2 books have errors').waitFor()
    const locked = page.getByRole('listitem').filter({ hasText: 'locked.pdf' })
    await locked.getByText('The file is protected by a password or DRM.').waitFor()
    await page.getByRole('button', { name: 'Ignore: locked' }).click()
    await page.getByText('1 book has errors').waitFor()
    expect(await locked.count()).toBe(0)
    await page.getByText('Ignored', { exact: true }).click()
    await page.getByText('1 book is ignored').waitFor()
    await page.getByRole('button', { name: 'Stop ignoring: locked' }).click()
    await page.getByText('No ignored errors').waitFor()
    await page.getByText('Open', { exact: true }).click()
    await page.getByText('2 books have errors').waitFor()
  }))

test('a repaired book leaves the list after it is retried, on every screen', () =>
  room.visit('errors-here', DESKTOP, ({ page: here }) =>
    room.visit('errors-there', PHONE, async ({ page: there }) => {
      for (const page of [here, there]) {
        await page.goto('/settings/errors')
        await page.getByRole('heading', { name: /File can’t be opened/ }).waitFor()
      }
      const broken = there.getByRole('listitem').filter({ hasText: 'Captain Science 002.cbz' })
      await broken.waitFor()
      writeLibrary(room.folder, { 'Captain Science/Captain Science 002.cbz': await comic({ pages: 5 }) })
      await here.getByRole('button', { name: 'Retry: Captain Science 002' }).click()
      await broken.waitFor({ state: 'detached' })
      await here.getByText('1 book has errors').waitFor()
      expect((await room.book('Captain Science 002')).pageCount).toBe(5)
    }),
  ))

test('without errors the page says so', () =>
  room.visit('errors-none', DESKTOP, async ({ page }) => {
    await page.goto('/settings/errors')
    await page.getByRole('heading', { name: /File can’t be opened/ }).waitFor()
    copyFixtures(room.folder, { 'Locked/locked.pdf': 'pdf/tracemonkey.pdf' })
    await page.getByRole('button', { name: 'Retry all' }).click()
    await page.getByRole('heading', { name: 'No book errors' }).waitFor()
    await saveScreenshot(page, 'errors-none')
    expect(await axeFindings(page)).toEqual([])
  }))
