// The main flows by keyboard alone, and what a screen reader announces on each screen. The accessibility trees are written to
// test-results/accessibility, to be read.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { until } from '../kit/client'
import { ADMIN } from '../kit/server'
import { focused, stops, tabTo, unnamed } from './keyboard'
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

test('where a button removes its own row, the focus moves to the next one, on a page without dialogs too', () =>
  room.visit('keyboard-own-row', DESKTOP, async ({ page }) => {
    const loaded = page.waitForResponse(/\/assets\/lost-focus-/)
    await page.goto('/')
    await loaded
    await settled(page)
    await page.evaluate(() => {
      const list = document.createElement('ul')
      list.innerHTML = '<li><button>Remove one</button></li><li><button>Remove two</button></li>'
      list.addEventListener('click', ({ target }) => target instanceof Element && target.closest('li')?.remove())
      document.querySelector('main')?.append(list)
    })
    await page.getByRole('button', { name: 'Remove one' }).press('Enter')
    await page.getByRole('button', { name: 'Remove two' }).and(page.locator(':focus')).waitFor()
  }))

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

// 1280 × 1024 pixels at 400 %.
const MAGNIFIED = { width: 320, height: 256 }

describe('magnified', () => {
  const screens = [
    ['library', '/library?show=books&view=list'],
    ['settings', '/settings/server'],
    ['duplicates', '/settings/duplicates'],
    ['want-to-read', '/want-to-read'],
    ['names', '/browse/people'],
    ['metrics', '/settings/metrics'],
  ] as const
  for (const [name, path] of screens) {
    test(`what has the focus is never below a bar, in both directions: ${name}`, () =>
      room.visit(`keyboard-magnified-${name}`, DESKTOP, async ({ page }) => {
        await page.setViewportSize(MAGNIFIED)
        const loaded = page.waitForResponse(/\/assets\/later-/)
        await page.goto(path)
        await loaded
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await settled(page)
        const hidden: string[] = []
        for (const key of [...Array<string>(40).fill('Tab'), ...Array<string>(40).fill('Shift+Tab')]) {
          await page.keyboard.press(key)
          const now = await page.evaluate(focused)
          if (now && !now.seen) hidden.push(`${key}: ${now.name}`)
        }
        expect(hidden).toEqual([])
      }))
  }
})
