// A stranger opens the address of a fresh server: an account, a folder, books, a page read, and the place saved.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import type { ReadProgressResponse } from '@octavo/contract/progress'
import { saveScreenshot } from '../kit/browser'
import { type Client, client, until } from '../kit/client'
import { makeLibrary } from '../kit/large-library'
import { temporaryFolder } from '../kit/paths'
import { DESKTOP, openReadingRoom, pageOnScreen, type ReadingRoom, settled } from './reading-room'

setDefaultTimeout(120_000)

const ACCOUNT = { username: 'ada', email: 'ada@example.org', password: 'Analytical 1843!' }
const PAGES = 6
const disk = temporaryFolder('disk')
let room: ReadingRoom

beforeAll(async () => {
  // No webtoons: any series may be the first on the screen, and its pages are turned.
  makeLibrary(join(disk.path, 'Comics'), { series: 40, booksPerSeries: 5, pagesPerBook: PAGES, kinds: ['western'] })
  room = await openReadingRoom()
})
afterAll(async () => {
  await room?.close()
  disk.remove()
})

async function signedIn(): Promise<Client> {
  const { accessToken } = await room.octavo.anonymous.post<{ accessToken: string }>('/api/v1/auth/login', ACCOUNT)
  return client(room.octavo.url, { authorization: `Bearer ${accessToken}` })
}

test('without the set-up link the page asks for it', async () => {
  const locked = await openReadingRoom({ env: { OCTAVO_SETUP_OPEN: 'false' } })
  try {
    const printed = async () => /(http:\S+\/setup\?token=[\w-]+)\s/.exec(locked.octavo.log())?.[1] ?? ''
    const link = await until(printed, found => found !== '')
    await locked.visitAsStranger('set-up-link', DESKTOP, async ({ page, problems }) => {
      await page.goto('/')
      await page.getByRole('heading', { name: 'Welcome to Octavo' }).waitFor()
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByText('Enter the link that ends in ?token=… or the code after it').waitFor()
      await saveScreenshot(page, 'set-up-link')
      await page.getByLabel('Set-up link or code').fill(link)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByLabel('User name').fill(ACCOUNT.username)
      await page.getByLabel('E-mail').fill(ACCOUNT.email)
      await page.getByRole('textbox', { name: 'Password' }).fill(ACCOUNT.password)
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByRole('heading', { name: 'Where are your books?' }).waitFor()
      expect(problems()).toEqual([])
    })
  } finally {
    await locked.close()
  }
})

test('the first run leads from set-up to a saved place', async () => {
  await room.visitAsStranger('first-run', DESKTOP, async ({ page, problems, forget }) => {
    await page.goto('/')
    await page.getByRole('heading', { name: 'Welcome to Octavo' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/setup')

    await page.getByLabel('User name').fill(ACCOUNT.username)
    await page.getByLabel('E-mail').fill(ACCOUNT.email)
    await page.getByRole('textbox', { name: 'Password' }).fill('short')
    // What was typed survives a reload, except the password.
    await page.reload()
    await page.getByRole('heading', { name: 'Welcome to Octavo' }).waitFor()
    expect(await page.getByLabel('User name').inputValue()).toBe(ACCOUNT.username)
    expect(await page.getByLabel('E-mail').inputValue()).toBe(ACCOUNT.email)
    expect(await page.getByRole('textbox', { name: 'Password' }).inputValue()).toBe('')
    await page.getByRole('textbox', { name: 'Password' }).fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('The password needs at least 8 characters').waitFor()
    await page.getByRole('textbox', { name: 'Password' }).fill(ACCOUNT.password)
    await page.getByRole('button', { name: 'Create account' }).click()

    await page.getByRole('heading', { name: 'Where are your books?' }).waitFor()
    // Each step survives a reload.
    await page.reload()
    await page.getByRole('heading', { name: 'Where are your books?' }).waitFor()
    await page.getByText('Watch folders', { exact: true }).waitFor()
    await saveScreenshot(page, 'first-run-folder')
    // The form is longer than the window: its button is in sight.
    await page.setViewportSize({ width: 390, height: 700 })
    await page.evaluate(() => window.scrollTo(0, 0))
    const start = await page.getByRole('button', { name: 'Start reading' }).boundingBox()
    expect((start?.y ?? 700) + (start?.height ?? 0)).toBeLessThanOrEqual(700)
    await saveScreenshot(page, 'first-run-folder-phone')
    await page.setViewportSize({ width: 1440, height: 900 })
    // A missing folder is reported once, and the button says what it waits for.
    const startButton = page.getByRole('button', { name: 'Start reading' })
    expect(await startButton.isDisabled()).toBe(true)
    await page.getByLabel('Folder', { exact: true }).fill(join(disk.path, 'Comixs'))
    await page.getByLabel('Folder', { exact: true }).press('Enter')
    await page.getByText('Choose another folder').waitFor()
    expect(await page.getByText(/Comixs doesn’t exist/).count()).toBe(1)
    expect(await startButton.isDisabled()).toBe(true)
    expect(problems().filter(problem => !problem.includes('400'))).toEqual([])
    forget()
    await page.getByLabel('Folder', { exact: true }).fill(disk.path)
    await page.getByLabel('Folder', { exact: true }).press('Enter')
    await page.getByRole('list', { name: 'Folders' }).getByRole('button', { name: 'Comics' }).click()
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByText(/^200 books in \d+ series$/).waitFor()
    await settled(page)
    await saveScreenshot(page, 'first-run-preview')
    expect(await page.getByLabel('Name').inputValue()).toBe('Comics')
    // What was chosen survives a reload.
    const direction = page.getByRole('radio', { name: 'Right to left' })
    await page.getByText('Manga', { exact: true }).click()
    await page.waitForFunction(() => sessionStorage.getItem('octavo.setup.library')?.includes('manga'))
    await page.reload()
    await preview.getByText(/^200 books in \d+ series$/).waitFor()
    expect(await page.getByLabel('Folder', { exact: true }).inputValue()).toBe(join(disk.path, 'Comics'))
    expect(await page.getByLabel('Name').inputValue()).toBe('Comics')
    expect(await page.getByRole('radio', { name: 'Manga' }).isChecked()).toBe(true)
    expect(await direction.isChecked()).toBe(true)
    await page.getByText('Left to right', { exact: true }).click()
    await page.getByRole('button', { name: 'Start reading' }).click()

    const corner = page.getByRole('region', { name: 'Scan progress', exact: true })
    await corner.getByText('Scanning Comics').waitFor()
    const newSeries = page.getByRole('region', { name: 'New series' }).getByRole('list')
    await newSeries.getByRole('link').first().waitFor()
    expect(await corner.isVisible()).toBe(true)
    expect(await page.getByText('Saved', { exact: true }).count()).toBe(0)
    await saveScreenshot(page, 'first-run-scanning')
    await corner.waitFor({ state: 'hidden', timeout: 60_000 })

    await newSeries.getByRole('link').first().click()
    await page.getByRole('list', { name: 'Books' }).getByRole('link').first().click()
    await page.getByRole('link', { name: 'Read', exact: true }).click()
    await pageOnScreen(page, 1).waitFor()
    for (const number of [2, 3, 4]) {
      await page.keyboard.press('ArrowRight')
      await pageOnScreen(page, number).waitFor()
    }
    const [, , bookId] = new URL(page.url()).pathname.split('/')
    const admin = await signedIn()
    const progress = await until(
      () => admin.get<ReadProgressResponse | undefined>(`/api/v1/books/${bookId}/progress`),
      progress => progress?.currentPage === 4,
    )
    expect(progress?.completed).toBe(false)
    expect(problems()).toEqual([])

    await page.goto('about:blank')
    await room.octavo.restart()
    await page.goto('/')
    const shelf = page.getByRole('region', { name: 'Continue reading' })
    await shelf.getByText(`Page 4 of ${PAGES}`).waitFor()
    await settled(page)
    await saveScreenshot(page, 'first-run-home')
    await shelf.getByRole('link', { name: /^Continue / }).click()
    await pageOnScreen(page, 4).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/books/${bookId}/read`)
  })
})

test('after the account is created, visitors are asked to sign in', async () => {
  await room.visitAsStranger('after-set-up', DESKTOP, async ({ page, forget }) => {
    await page.goto('/setup')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    // The cookie cannot be seen by the page: only the server's 401 says that nobody is signed in.
    forget()
  })
})
