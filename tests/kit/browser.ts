import { join } from 'node:path'
import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { ROOT, resultsFolder } from './paths'

/** The two sizes every screen is tested in (CSS pixels). */
export const VIEWPORTS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The sandbox needs privileges that a container or root does not have; the pages are our own.
  '--no-sandbox',
]

/** What nobody looks at: half of a screen test's time would go into blurred backgrounds and faster code for the long run. */
const PLAIN = ['--blink-settings=prefersReducedTransparency=true', '--js-flags=--no-turbofan', '--num-raster-threads=1']

/** As `npm test` chooses: the shell, which is Chromium without windows, draws the same pages for two thirds of the work. */
const PROGRAMS = [
  'chromium-headless-shell',
  join(ROOT, '.cache/headless-shell/usr/lib/chromium/chromium-headless-shell'),
  'chromium',
  'google-chrome',
]

/**
 * A headless Chromium with a profile of its own. Close it when the tests of the file are done. `plain` (unless false)
 * is that of a person who wants little transparency, with scripts that are never compiled for speed.
 */
export async function openBrowser({ plain = true }: { readonly plain?: boolean } = {}): Promise<Browser> {
  const executablePath = process.env.OCTAVO_TEST_CHROMIUM ?? PROGRAMS.map(program => Bun.which(program)).find(Boolean)
  if (!executablePath) throw new Error('No Chromium: install one, or name its executable in OCTAVO_TEST_CHROMIUM')
  return await chromium.launch({ executablePath, headless: true, args: plain ? [...FLAGS, ...PLAIN] : FLAGS })
}

export interface ScreenOptions {
  readonly viewport: keyof typeof VIEWPORTS
  readonly scheme: 'light' | 'dark'
  readonly touch?: boolean
  readonly reducedMotion?: boolean
  /** Accepts self-signed certificates. */
  readonly anyCertificate?: boolean
  /** The app's service worker runs; it would answer in the place of what a test puts in the way. */
  readonly serviceWorker?: boolean
}

/** A page in a session of its own (no cookies of others), and what went wrong on it so far. */
export interface Screen {
  readonly page: Page
  /** Console errors, exceptions, requests that failed and answers of 400 and above, each as one line. */
  readonly problems: () => string[]
  /** Forgets the problems so far: after a step that is meant to fail. */
  readonly forget: () => void
  readonly close: () => Promise<void>
}

export async function openScreen(browser: Browser, baseURL: string, options: ScreenOptions): Promise<Screen> {
  const { viewport, scheme, touch = viewport === 'phone', reducedMotion = false } = options
  const { anyCertificate = false, serviceWorker = false } = options
  const context = await browser.newContext({
    baseURL,
    viewport: VIEWPORTS[viewport],
    colorScheme: scheme,
    hasTouch: touch,
    isMobile: touch,
    ignoreHTTPSErrors: anyCertificate,
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    serviceWorkers: serviceWorker ? 'allow' : 'block',
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  let problems: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`)
  })
  page.on('pageerror', error => problems.push(`exception: ${error.message}`))
  page.on('requestfailed', request => {
    // A page that is left ends its own requests: images of the last screen, the event stream.
    const reason = request.failure()?.errorText ?? ''
    if (reason !== 'net::ERR_ABORTED') problems.push(`request: ${request.method()} ${request.url()} ${reason}`)
  })
  page.on('response', response => {
    if (response.status() >= 400) problems.push(`answer: ${response.status()} ${response.url()}`)
  })
  return {
    page,
    problems: () => problems,
    forget: () => {
      problems = []
    },
    close: () => context.close(),
  }
}

/**
 * What axe finds against WCAG 2.2 A and AA, one line for each element. `within` is a selector: axe does not know that
 * a modal dialog puts everything else out of reach.
 */
export async function axeFindings(page: Page, within?: string): Promise<string[]> {
  // By evaluation, not by a script element: the page's own policy refuses foreign scripts.
  await page.evaluate(axe.source)
  // It lists what passes too, each element of it, unless that is switched off.
  const { violations } = (await page.evaluate(
    `axe.run(${within === undefined ? 'document' : JSON.stringify(within)}, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'] }).then(({ violations }) => ({ violations }))`,
  )) as axe.AxeResults
  return violations.flatMap(({ id, help, nodes }) => nodes.map(node => `${id}: ${help} (${node.target.join(' ')})`))
}

/** Saves what the window shows as `test-results/screens/NAME.png`. */
export async function saveScreenshot(page: Page, name: string): Promise<string> {
  const path = join(resultsFolder('screens'), `${name}.png`)
  await page.screenshot({ path })
  return path
}
