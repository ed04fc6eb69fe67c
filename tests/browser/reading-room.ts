// A real server on a folder of books, and a browser with a signed-in user.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import type { Browser, Locator, Page } from 'playwright-core'
import { openBrowser, openScreen, type Screen, type ScreenOptions, untilStill, writeScreenshot } from '../kit/browser'
import { type Client, client, until } from '../kit/client'
import { resultsFolder, temporaryFolder } from '../kit/paths'
import { ADMIN, type Octavo, startOctavo } from '../kit/server'

export const DESKTOP: ScreenOptions = { viewport: 'desktop', scheme: 'dark' }
export const PHONE: ScreenOptions = { viewport: 'phone', scheme: 'dark' }

export interface ReadingRoom {
  readonly octavo: Octavo
  readonly admin: Client
  readonly browser: Browser
  /** The folder that is the library. */
  readonly folder: string
  /** Every book, fetched again. */
  readonly books: () => Promise<BookDto[]>
  /** The book with this title (or a part of it). */
  readonly book: (title: string) => Promise<BookDto>
  /** The book whose file has this name. */
  readonly bookFile: (name: string) => Promise<BookDto>
  /** Waits until no scan is waiting or running. */
  readonly scanned: () => Promise<void>
  /** A page of a signed-in user, or of a stranger. The caller closes it. */
  readonly open: (options: ScreenOptions, as?: 'admin' | 'stranger') => Promise<Screen>
  /** Uses a page; problems on it fail the test, with a picture and the log saved as `failed-NAME`. */
  readonly watch: (name: string, screen: Screen, use: (screen: Screen) => Promise<void>) => Promise<void>
  /** Opens a page of somebody signed in, watches it, and closes it. */
  readonly visit: (name: string, options: ScreenOptions, use: (screen: Screen) => Promise<void>) => Promise<void>
  /** The same without a session. */
  readonly visitAsStranger: ReadingRoom['visit']
  readonly close: () => Promise<void>
}

export interface RoomOptions {
  /** Puts books into the folder of the library; without it there is none, and no account. */
  readonly fill?: (folder: string) => void | Promise<void>
  /** Folders in it that are a library each; none: the folder itself is the library. */
  readonly libraries?: readonly string[]
  /** Settings of the server. */
  readonly env?: Readonly<Record<string, string>>
  /** The file to start, such as `ownBuild().main`. */
  readonly main?: string
  /** Animations are on, like for most people. That costs a fifth more per page. */
  readonly lively?: boolean
  /** Scripts are as fast as for a person, for measurements of time. That costs more on short visits. */
  readonly optimised?: boolean
}

/** Starting another process takes longer than it saves with a few books. */
const FEW_PROCESSES = { OCTAVO_PARSER_PROCESSES: '1' }

/** Starts the server, makes the account, and waits until every book has been read. */
export async function openReadingRoom({
  fill,
  libraries = [''],
  env = {},
  main,
  lively = false,
  optimised = false,
}: RoomOptions = {}): Promise<ReadingRoom> {
  const folder = temporaryFolder('browser')
  await fill?.(folder.path)
  const folders = fill ? libraries.map(name => join(folder.path, name)) : []
  const [browser, octavo] = await Promise.all([
    openBrowser({ optimised }),
    startOctavo({ database: 'sqlite', libraries: folders, env: { ...FEW_PROCESSES, ...env }, main }),
  ])
  const admin = fill ? await octavo.signInAsAdmin() : octavo.anonymous
  const scanned = async () => {
    await until(
      () => admin.get<unknown[]>('/api/v1/scans/active'),
      scans => scans.length === 0,
      50,
    )
  }
  if (fill) await scanned()
  const books = async () => (await admin.get<{ data: BookDto[] }>('/api/v1/books?pageSize=500')).data
  let session: Promise<string> | undefined
  const open: ReadingRoom['open'] = async (options, as = 'admin') => {
    const screen = await openScreen(browser, octavo.url, { reducedMotion: !lively, ...options })
    if (as === 'stranger') return screen
    session ??= signIn(octavo.url)
    await screen.page.context().addCookies([{ ...cookieOf(await session), url: octavo.url }])
    return screen
  }
  const watch: ReadingRoom['watch'] = async (name, screen, use) => {
    try {
      await use(screen)
      const problems = screen.problems()
      if (problems.length > 0) throw new Error(`On the page: ${problems.join('\n')}`)
    } catch (error) {
      await keepEvidence(name, screen, octavo)
      throw error
    }
  }
  const visit =
    (as: 'admin' | 'stranger'): ReadingRoom['visit'] =>
    async (name, options, use) => {
      const screen = await open(options, as)
      await watch(name, screen, use).finally(screen.close)
    }
  return {
    octavo,
    admin,
    browser,
    folder: folder.path,
    books,
    book: async title => {
      const all = await books()
      const found = all.find(book => book.title === title) ?? all.find(book => book.title.startsWith(title))
      return found ?? missing(title, all)
    },
    bookFile: async name => {
      const all = await books()
      return all.find(book => book.path.endsWith(`/${name}`)) ?? missing(name, all)
    },
    scanned,
    open,
    watch,
    visit: visit('admin'),
    visitAsStranger: visit('stranger'),
    close: async () => {
      await browser.close()
      await octavo.stop()
      folder.remove()
    },
  }
}

function missing(wanted: string, all: readonly BookDto[]): never {
  throw new Error(`No "${wanted}" among ${all.map(book => `${book.title} (${book.path})`).join(', ')}`)
}

/** The session cookie, as the server sets it. */
async function signIn(url: string): Promise<string> {
  const { username, password } = ADMIN
  const answer = await client(url).fetch('/api/v1/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const cookie = answer.headers.get('set-cookie')
  if (!cookie) throw new Error(`No session: ${answer.status} ${await answer.text()}`)
  return cookie
}

/** As the browser would store it: `SameSite` decides for which pages it is sent. */
function cookieOf(header: string) {
  const [pair = '', ...attributes] = header.split('; ')
  const at = pair.indexOf('=')
  if (!attributes.includes('SameSite=Lax')) throw new Error(`Another cookie than was thought of: ${attributes}`)
  return { name: pair.slice(0, at), value: pair.slice(at + 1), httpOnly: true, sameSite: 'Lax' as const }
}

/** What a person needs to see why a test failed: the page, its address, what went wrong on it, the server's log. */
async function keepEvidence(name: string, screen: Screen, octavo: Octavo): Promise<void> {
  const file = `failed-${name}`
  const lines = [screen.page.url(), ...screen.problems(), '', octavo.log()]
  writeFileSync(join(resultsFolder('screens'), `${file}.log`), lines.join('\n'))
  await writeScreenshot(screen.page, file).catch(() => undefined)
}

/** Waits until visible pictures are loaded and nothing moves: a test judges what a person sees. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const onScreen = (image: HTMLImageElement) => {
      const { top, bottom, left, right, width } = image.getBoundingClientRect()
      return width > 0 && top < innerHeight && bottom > 0 && left < innerWidth && right > 0
    }
    return [...document.images].filter(onScreen).every(image => image.complete && image.naturalWidth > 0)
  })
  await untilStill(page)
}

/** By how many pixels the page is wider than its window. */
export async function overflow(page: Page): Promise<number> {
  // Not innerWidth: on a phone it grows with what is too wide.
  const window = page.viewportSize()?.width ?? 0
  return Math.max(0, (await page.evaluate(() => document.documentElement.scrollWidth)) - window)
}

/** The page of a comic that is shown and drawn (1-based). */
export function pageOnScreen(page: Page, number: number): Locator {
  return page.locator(`[data-current="true"] [data-page="${number}"][data-state="ready"]`)
}

/** Shows the bars of a reader, which appear briefly when a book is opened and then hide. */
export async function callBars(page: Page): Promise<void> {
  await page.locator('[data-reader][data-bars="false"]').waitFor()
  await page.keyboard.press('Enter')
  await page.locator('[data-reader][data-bars="true"]').waitFor()
}

/** Chooses from the menu of a library, on the page of all libraries; without a name there is only one. */
export async function chooseOfLibrary(page: Page, name: string | null, action: string): Promise<void> {
  await page.getByRole('button', { name: name === null ? /^More actions for / : `More actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
