import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { ROOT, resultsFolder } from './paths'

/** Every screen is tested as `desktop` and `phone`, and photographed in all of them (CSS pixels). */
export const VIEWPORTS = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
  tablet: { width: 768, height: 1024 },
  wide: { width: 2560, height: 1440 },
} as const

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

/** Saves work that no test is about: optimising compilers take longer than they save on a page that lives for seconds. */
const FRUGAL = ['--js-flags=--no-turbofan', '--num-raster-threads=1']

/** As chosen by `npm test`: the headless shell renders the same pages for two thirds of the work. */
const PROGRAMS = [
  'chromium-headless-shell',
  join(ROOT, '.cache/headless-shell/usr/lib/chromium/chromium-headless-shell'),
  'chromium',
  'google-chrome',
]

export interface BrowserOptions {
  readonly optimised?: boolean
}

/**
 * A headless Chromium with its own profile. Close it when the tests of the file are done. `optimised`: scripts run as
 * fast as for a person, for measurements of time.
 */
export async function openBrowser({ optimised = false }: BrowserOptions = {}): Promise<Browser> {
  const executablePath = process.env.OCTAVO_TEST_CHROMIUM ?? PROGRAMS.map(program => Bun.which(program)).find(Boolean)
  if (!executablePath) throw new Error('No Chromium: install one, or name its executable in OCTAVO_TEST_CHROMIUM')
  const args = [...FLAGS, ...(optimised ? [] : FRUGAL)]
  return await chromium.launch({ executablePath, headless: true, args })
}

export interface ScreenOptions {
  readonly viewport: keyof typeof VIEWPORTS
  readonly scheme: 'light' | 'dark'
  readonly touch?: boolean
  /** Device pixels of a CSS pixel, 1 by default. */
  readonly density?: number
  readonly reducedMotion?: boolean
  /** Accepts self-signed certificates. */
  readonly anyCertificate?: boolean
  /** The app's service worker runs; it would answer instead of a test's interception. */
  readonly serviceWorker?: boolean
}

/** A page in its own session, and its problems so far. */
export interface Screen {
  readonly page: Page
  /** Console errors, exceptions, requests that failed and answers of 400 and above, each as one line. */
  readonly problems: () => string[]
  /** Clears the problems so far: after a step that is meant to fail. */
  readonly forget: () => void
  readonly close: () => Promise<void>
}

/** pdf.js logs these when a PDF is closed while a page of it loads. The second always follows an error of the first kind. */
const PDF_CLOSED =
  /^(?:Unable to get page for page view Error: Transport destroyed|renderView: Error: pdfPage is not loaded)/

export async function openScreen(browser: Browser, baseURL: string, options: ScreenOptions): Promise<Screen> {
  const { viewport, scheme, touch = viewport === 'phone' || viewport === 'tablet', reducedMotion = false } = options
  const { anyCertificate = false, serviceWorker = false, density = 1 } = options
  const context = await browser.newContext({
    baseURL,
    viewport: VIEWPORTS[viewport],
    colorScheme: scheme,
    hasTouch: touch,
    isMobile: touch,
    deviceScaleFactor: density,
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
    if (message.type() === 'error' && !PDF_CLOSED.test(message.text())) problems.push(`console: ${message.text()}`)
  })
  page.on('pageerror', error => problems.push(`exception: ${error.message}`))
  page.on('requestfailed', request => {
    // A page that is left cancels its own requests: images of the last screen, the event stream.
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

/** Half as long as `axe.source`, which every page would parse. */
const AXE = readFileSync(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir), 'utf8')

/** Rules whose result depends on colours. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']
const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Violations of WCAG 2.2 A and AA found by axe, one line per element. `within` is a selector: axe does not know that a
 * modal dialog makes everything else inert. `rules`: only those of colours, for a page that passed all in another
 * scheme.
 */
export async function axeFindings(page: Page, within?: string, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  await untilStill(page)
  // By evaluation, not by a script element: the page's own policy refuses foreign scripts.
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(AXE)
  const runOnly = rules === 'all' ? ALL_RULES : { type: 'rule', values: OF_COLOURS }
  // By default it also lists passed checks for each element.
  const { violations } = (await page.evaluate(
    `axe.run(${within === undefined ? 'document' : JSON.stringify(within)}, { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'] }).then(({ violations }) => ({ violations }))`,
  )) as axe.AxeResults
  return violations.flatMap(({ id, help, nodes }) => nodes.map(node => `${id}: ${help} (${node.target.join(' ')})`))
}

/** Waits until nothing moves and no list is faded because its answer is awaited. */
export async function untilStill(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const finite = (animation: Animation) =>
      animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY
    const isFaded = (list: Element) => getComputedStyle(list).opacity !== '1'
    return (
      document
        .getAnimations()
        .filter(finite)
        .every(animation => animation.playState !== 'running') &&
      ![...document.querySelectorAll('[data-waiting="true"]')].some(isFaded)
    )
  })
}

/**
 * Saves a screenshot of the window as `test-results/screens/NAME.png`, unless only failures are wanted: encoding hundreds
 * of them takes half a minute.
 */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (process.env.OCTAVO_TEST_PICTURES !== 'failures') await writeScreenshot(page, name)
}

/** Always saves it. Returns its path. */
export async function writeScreenshot(page: Page, name: string): Promise<string> {
  const path = join(resultsFolder('screens'), `${name}.png`)
  await page.screenshot({ path })
  return path
}
