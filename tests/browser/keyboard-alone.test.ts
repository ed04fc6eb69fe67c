// The main flows by keyboard alone, and what a screen reader announces on each screen. The accessibility trees are written to
// test-results/accessibility, to be read.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { until } from '../kit/client'
import { resultsFolder } from '../kit/paths'
import { ADMIN } from '../kit/server'
import { DESKTOP, openReadingRoom, pageOnScreen, type ReadingRoom, settled } from './reading-room'
import { fillWithFixtures, writeSeries } from './shelves'

setDefaultTimeout(120_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => {
      fillWithFixtures(folder)
      await writeSeries(folder, 'Ferry', { pages: 4, volumes: 3 })
    },
  })
})
afterAll(() => room?.close())

interface Focused {
  readonly name: string
  /** Whether some part of it can be seen. */
  readonly seen: boolean
}

/** Runs in the page: what has the focus; null for the page itself. */
function focused(): Focused | null {
  const element = document.activeElement as HTMLElement | null
  if (!element || element === document.body) return null
  const label = element.getAttribute('aria-label') ?? element.textContent ?? ''
  const labelled = element instanceof HTMLInputElement ? (element.labels?.[0]?.textContent ?? element.placeholder) : ''
  // An input may be hidden behind its label, or in a group, which shows its state.
  let shown: HTMLElement = element
  if (element instanceof HTMLInputElement) shown = element.labels?.[0] ?? element
  while (shown.parentElement && Math.min(shown.offsetWidth, shown.offsetHeight) < 2) shown = shown.parentElement
  const { pointerEvents } = shown.style
  // Without a mouse, touches pass through some buttons that keys reach.
  shown.style.pointerEvents = 'auto'
  const { left, top, right, bottom } = shown.getBoundingClientRect()
  const points = [0.5, 0.1, 0.9].map(at => [left + (right - left) * at, top + (bottom - top) * at] as const)
  const isAt = ([x, y]: readonly [number, number]) => {
    const found = document.elementFromPoint(x, y)
    return found !== null && (shown.contains(found) || found.contains(shown))
  }
  const seen = points.some(isAt)
  shown.style.pointerEvents = pointerEvents
  return {
    name: `${element.localName} ${(label || labelled || '').trim().slice(0, 40)}`,
    seen,
  }
}

/**
 * Runs in the page: stores how what has the focus looks; called without a focus, it returns those that look the same now,
 * by their place in the order. A card or a field may show the focus of what is in it, a switch that of its invisible
 * input.
 */
function unmarked(): number[] {
  type Stop = { readonly element: HTMLElement; readonly looks: string }
  const holder = window as typeof window & { stops?: Stop[] }
  const lookOf = (each: Element, pseudo?: string) => {
    const style = getComputedStyle(each, pseudo)
    if (style.opacity === '0' || (pseudo && style.content === 'none')) return ''
    const outline = style.outlineStyle === 'none' || Number.parseFloat(style.outlineWidth) === 0 ? '' : style.outline
    return [outline, style.boxShadow, style.borderColor, style.backgroundColor].join()
  }
  const looksOf = (element: HTMLElement) => {
    const around: (Element | null)[] = [element, element.nextElementSibling]
    for (let each = element.parentElement, up = 0; each && up < 3; each = each.parentElement, up++) around.push(each)
    return around
      .flatMap(each => (each ? [lookOf(each), lookOf(each, '::before'), lookOf(each, '::after')] : []))
      .join('; ')
  }
  const element = document.activeElement as HTMLElement | null
  holder.stops ??= []
  if (element && element !== document.body) {
    holder.stops.push({ element, looks: looksOf(element) })
    return []
  }
  // A row that has been scrolled away is no longer there.
  return holder.stops.flatMap(({ element, looks }, at) =>
    element.isConnected && looksOf(element) === looks ? [at] : [],
  )
}

const MOST_STOPS = 120

/** Everything that Tab reaches, until it leaves the page or begins again; and of these, what does not show the focus. */
async function stops(page: Page): Promise<{ readonly all: Focused[]; readonly plain: Focused[] }> {
  const blur = () =>
    page.evaluate(() => {
      ;(document.activeElement as HTMLElement | null)?.blur()
    })
  await blur()
  const all: Focused[] = []
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press('Tab')
    const now = await page.evaluate(focused)
    if (!now) break
    all.push(now)
    await page.evaluate(unmarked)
  }
  await blur()
  const plain = (await page.evaluate(unmarked)).flatMap(at => all[at] ?? [])
  return { all, plain }
}

interface AxNode {
  readonly nodeId: string
  readonly parentId?: string
  readonly ignored: boolean
  readonly backendDOMNodeId?: number
  readonly role?: { readonly value: string }
  readonly name?: { readonly value: string }
}

/** Roles that a screen reader announces by name. */
const NAMED = new Set(
  'button link checkbox radio switch slider textbox searchbox combobox listbox tab menuitem menuitemcheckbox menuitemradio option dialog image img heading progressbar spinbutton'.split(
    ' ',
  ),
)

/** Their own name is announced, not the icon in them. */
const CONTROLS = /^(?:button|tab|switch|radio|checkbox|menuitem|option|combobox|listbox|heading|LabelText)$/

/** What has no name, or a name that nobody should hear. */
async function unnamed(page: Page, name: string): Promise<string[]> {
  writeFileSync(join(resultsFolder('accessibility'), `${name}.yml`), await page.locator('body').ariaSnapshot())
  const devtools = await page.context().newCDPSession(page)
  const { nodes } = (await devtools.send('Accessibility.getFullAXTree')) as unknown as { nodes: AxNode[] }
  const byId = new Map(nodes.map(node => [node.nodeId, node]))
  const isIcon = ({ role, name: said, parentId }: AxNode) => {
    if (!/^(?:image|img)$/.test(role?.value ?? '') || said?.value) return false
    for (let above = byId.get(parentId ?? ''); above; above = byId.get(above.parentId ?? '')) {
      if (CONTROLS.test(above.role?.value ?? '')) return true
    }
    return false
  }
  const bad = nodes.flatMap(node => {
    const { ignored, role, name: said, backendDOMNodeId } = node
    if (ignored || !role || !NAMED.has(role.value) || isIcon(node)) return []
    const words = said?.value.trim() ?? ''
    const isPlain = words !== '' && !/undefined|\[object|\{\w+\}|^[\w-]+\.[\w.-]+$|[0-9a-f]{8}-[0-9a-f]{4}/.test(words)
    return isPlain ? [] : [{ text: `${role.value} "${words}"`, backendNodeId: backendDOMNodeId ?? 0 }]
  })
  const found = await Promise.all(
    bad.map(async ({ text, backendNodeId }) => {
      const { node } = await devtools.send('DOM.describeNode', { backendNodeId })
      return `${text}: ${node.localName} ${node.attributes?.join(' ').slice(0, 200)}`
    }),
  )
  await devtools.detach()
  return found
}

const SCREENS: readonly [name: string, path: string | (() => Promise<string>)][] = [
  ['home', '/'],
  ['library', '/library?show=books'],
  ['library-table', '/library?show=books&view=table'],
  ['series', async () => `/series/${(await room.book('Ferry 01')).seriesId}`],
  ['book', async () => `/books/${(await room.book('Ferry 01')).id}`],
  ['search', '/search?q=s'],
  ['lists', '/lists'],
  ['want-to-read', '/want-to-read'],
  ['marks', '/marks'],
  ['history', '/history'],
  ['statistics', '/statistics'],
  ['offline', '/offline'],
  ['profile', '/profile'],
  ['libraries', '/settings/libraries'],
  ['users', '/settings/users'],
  ['tasks', '/settings/tasks'],
]

describe('every main screen', () => {
  for (const [name, path] of SCREENS) {
    test(`Tab reaches only visible elements, and everything has a name: ${name}`, () =>
      room.visit(`keyboard-${name}`, DESKTOP, async ({ page }) => {
        await page.goto(typeof path === 'string' ? path : await path())
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await settled(page)
        expect(await unnamed(page, name)).toEqual([])
        expect(await page.getByRole('main').count()).toBe(1)
        expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
        const { all, plain } = await stops(page)
        expect(all.length).toBeGreaterThan(5)
        expect(all.filter(({ seen }) => !seen)).toEqual([])
        expect(plain).toEqual([])
      }))
  }
})

/** Presses Tab until this has the focus. */
const tabTo = (page: Page, name: RegExp) =>
  until(
    async () => {
      await page.keyboard.press('Tab')
      return (await page.evaluate(focused))?.name ?? ''
    },
    found => name.test(found),
  )

test('a dialog that is opened again while it is being closed has the focus', () =>
  room.visit('keyboard-reopened', DESKTOP, async ({ page }) => {
    await page.goto('/settings/libraries')
    const add = page.getByRole('button', { name: 'Add library' }).first()
    await add.click()
    const isWithin = () => page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)
    await until(isWithin, found => found)
    // Slow enough that the dialog is still hidden when it is opened again.
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 8 })
    await add.evaluate((button: HTMLElement) => {
      const press = new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true })
      document.activeElement?.dispatchEvent(press)
      return new Promise<void>(done => {
        setTimeout(() => {
          button.click()
          done()
        }, 5)
      })
    })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await settled(page)
    await page.getByRole('dialog').waitFor()
    await until(isWithin, found => found)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }))

test('from signing in to the second page of a comic, and back to its list', () =>
  room.visitAsStranger('keyboard-reading', DESKTOP, async ({ page }) => {
    await page.goto('/sign-in')
    await page.getByLabel('User name or e-mail').waitFor()
    await page.keyboard.type(ADMIN.username)
    await page.keyboard.press('Tab')
    await page.keyboard.type(ADMIN.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await tabTo(page, /^a Library$|^a All libraries$|^a Everything$/)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/library**')
    await page.getByRole('list', { name: 'Everything' }).getByRole('link', { name: /Ferry/ }).first().waitFor()
    await tabTo(page, /^a Ferry/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Ferry' }).waitFor()
    await tabTo(page, /^a (Read|Start reading|Continue)/)
    await page.keyboard.press('Enter')
    await pageOnScreen(page, 1).waitFor()
    await page.keyboard.press('ArrowRight')
    await pageOnScreen(page, 2).waitFor()
    for (const [key, name] of [
      ['o', 'Reading settings'],
      ['p', 'Pages'],
    ] as const) {
      await page.keyboard.press(key)
      await page.getByRole('dialog', { name }).waitFor()
      expect(await page.evaluate(() => document.activeElement?.closest('dialog, [role="dialog"]') !== null)).toBe(true)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    // A menu: opened, chosen from and left by keys; the focus returns to its button.
    await tabTo(page, /^button More actions/)
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('menuitem')
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await until(
      async () => (await page.evaluate(focused))?.name ?? '',
      name => /^button More actions/.test(name),
    )
  }))
