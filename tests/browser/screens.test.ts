// Every screen in two sizes and two schemes: nothing in the console, no request failed, axe clean, nothing wider than
// the window. On a phone, every control is at least 44 by 44 pixels, or belongs to one of the exceptions below.
// `bun tests/browser/screen-pictures.ts` makes pictures in four sizes.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { axeFindings, type Screen, type ScreenOptions, saveScreenshot } from '../kit/browser'
import { FRESH, load, OTHERS, openFilledRoom, type ScreenOf, SIGNED_IN, STRANGER } from './all-screens'
import { openReadingRoom, overflow, type ReadingRoom, settled } from './reading-room'
import { smallTargets } from './touch-targets'

setDefaultTimeout(60_000)

type Scheme = ScreenOptions['scheme']

let room: ReadingRoom
let fresh: ReadingRoom

beforeAll(async () => {
  room = await openFilledRoom()
  fresh = await openReadingRoom()
})
afterAll(async () => {
  await room?.close()
  await fresh?.close()
})

const VISITORS = [
  { as: 'admin', where: () => room, screens: SIGNED_IN },
  { as: 'stranger', where: () => room, screens: STRANGER },
  { as: 'stranger', where: () => fresh, screens: FRESH },
] as const

/**
 * The letters next to a list are one control: a finger slides over them, and sorting and searching lead to the same
 * places. All letters of an alphabet with 44 pixels each are higher than a phone.
 */
const MAY_BE_SMALL = '[data-letters]'

/** The same controls as another screen. */
const HAS_NO_OTHER_CONTROLS = ['library-nothing', 'tasks-done', 'metrics-table']

async function judgeTargets({ within }: ScreenOf, { page, problems }: Screen): Promise<void> {
  await settled(page)
  expect(await smallTargets(page, within, MAY_BE_SMALL)).toEqual([])
  expect(problems()).toEqual([])
}

// A screen is loaded once in each size, every other one in light, and then changes its scheme while open.
for (const viewport of ['desktop', 'phone'] as const) {
  for (const { as, where, screens } of VISITORS) {
    describe(viewport, () => {
      let screen: Screen
      beforeAll(async () => {
        screen = await where().open({ viewport, scheme: 'dark', reducedMotion: true }, as)
      })
      afterAll(() => screen?.close())
      for (const [index, one] of screens.entries()) {
        const name = `${one.name}-${viewport}`
        describe(one.name, () => {
          const schemes: readonly [Scheme, Scheme] = index % 2 === 0 ? ['dark', 'light'] : ['light', 'dark']
          beforeAll(async () => {
            await screen.page.emulateMedia({ colorScheme: schemes[0] })
            await where().watch(name, screen, () => load(where(), one, screen))
          })
          for (const [at, scheme] of schemes.entries()) {
            // Another scheme has the same elements in other colours.
            const rules = at === 0 ? 'all' : 'colours'
            test(scheme, () =>
              where().watch(`${name}-${scheme}`, screen, () =>
                judge(one, { scheme, rules }, `${name}-${scheme}`, screen),
              ),
            )
          }
          // Last: it scrolls.
          if (viewport === 'phone' && !HAS_NO_OTHER_CONTROLS.includes(one.name)) {
            test('targets of a finger', () => where().watch(`${name}-targets`, screen, () => judgeTargets(one, screen)))
          }
        })
      }
      if (viewport === 'phone' && as === 'admin') {
        for (const one of OTHERS) {
          test(`${one.name}: targets of a finger`, () =>
            where().watch(`${one.name}-targets`, screen, async () => {
              await load(where(), one, screen)
              await judgeTargets(one, screen)
            }))
        }
      }
    })
  }
}

async function judge(
  { within }: ScreenOf,
  { scheme, rules }: { readonly scheme: Scheme; readonly rules: 'all' | 'colours' },
  name: string,
  { page, problems }: Screen,
): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme })
  await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor()
  await settled(page)
  await saveScreenshot(page, name)
  expect(await axeFindings(page, within, rules)).toEqual([])
  expect(await overflow(page)).toBe(0)
  expect(problems()).toEqual([])
}
