// By keyboard alone: what has the focus, where Tab goes, and what a screen reader announces.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { until } from '../kit/client'
import { resultsFolder } from '../kit/paths'

export interface Focused {
  readonly name: string
  /** Whether some part of it can be seen. */
  readonly seen: boolean
}

/** Runs in the page: what has the focus; null for the page itself. */
export function focused(): Focused | null {
  const element = document.activeElement as HTMLElement | null
  if (!element || element === document.body) return null
  const { labels } = element as HTMLInputElement
  const label = element.getAttribute('aria-label') ?? (labels?.[0]?.textContent || element.textContent) ?? ''
  const labelled = element instanceof HTMLInputElement ? element.placeholder : ''
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
export async function stops(page: Page): Promise<{ readonly all: Focused[]; readonly plain: Focused[] }> {
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
export async function unnamed(page: Page, name: string): Promise<string[]> {
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

type Key = 'Tab' | 'Shift+Tab' | 'ArrowDown'

/** Presses Tab, or an arrow in a menu, until this has the focus. */
export async function tabTo(page: Page, name: RegExp, key: Key = 'Tab'): Promise<void> {
  const passed: string[] = []
  // What is still loading may come later.
  for (let round = 0; round < 3 * MOST_STOPS; round++) {
    await page.keyboard.press(key)
    const now = await focusOn(page)
    if (name.test(now)) return
    passed.push(now)
  }
  throw new Error(`Tab does not reach ${name}: ${passed.slice(0, MOST_STOPS).join(', ')}`)
}

/** The tag and name of what has the focus; empty for the page itself. */
export const focusOn = async (page: Page): Promise<string> => (await page.evaluate(focused))?.name ?? ''

/** Waits until this has the focus, without a key. */
export const focusIs = (page: Page, name: RegExp) =>
  until(
    () => focusOn(page),
    found => name.test(found),
  )

/** Goes to it and presses Enter. */
export async function press(page: Page, name: RegExp, key: Key = 'Tab'): Promise<void> {
  await tabTo(page, name, key)
  await page.keyboard.press('Enter')
}

/** Waits until a live region says it. */
export const said = (page: Page, text: string | RegExp) =>
  page
    .locator('[role=status], [role=alert], [aria-live]')
    .filter({ hasText: text })
    .first()
    .waitFor({ state: 'attached' })

/** Writes what a screen reader would say, to be read. */
export async function writeTree(page: Page, name: string, within = 'body'): Promise<void> {
  const tree = await page.locator(within).last().ariaSnapshot()
  writeFileSync(join(resultsFolder('accessibility'), `${name}.yml`), tree)
}
