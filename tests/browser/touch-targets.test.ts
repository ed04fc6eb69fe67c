// On a phone, every control of every screen is at least 44 by 44 pixels, or belongs to one of the exceptions below.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Screen } from '../kit/browser'
import { FRESH, load, OTHERS, openFilledRoom, type ScreenOf, SIGNED_IN, STRANGER } from './all-screens'
import { openReadingRoom, PHONE, type ReadingRoom, settled } from './reading-room'
import { smallTargets } from './touch-targets'

setDefaultTimeout(60_000)

/**
 * The letters next to a list are one control: a finger slides over them, and sorting and searching lead to the same
 * places. All letters of an alphabet with 44 pixels each are higher than a phone.
 */
const EXCEPTIONS = '[data-letters]'

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

/** One picture of the same screen is enough. */
const isOnce = ({ name }: ScreenOf) => !['library-nothing', 'tasks-done', 'metrics-table'].includes(name)

for (const { as, where, screens } of [
  { as: 'admin', where: () => room, screens: [...SIGNED_IN, ...OTHERS] },
  { as: 'stranger', where: () => room, screens: STRANGER },
  { as: 'stranger', where: () => fresh, screens: FRESH },
] as const) {
  describe(`as ${as}`, () => {
    let screen: Screen
    beforeAll(async () => {
      screen = await where().open(PHONE, as)
    })
    afterAll(() => screen?.close())
    for (const one of screens.filter(isOnce)) {
      test(one.name, () =>
        where().watch(`touch-${one.name}`, screen, async () => {
          await load(where(), one, screen)
          await settled(screen.page)
          expect(await smallTargets(screen.page, one.within, EXCEPTIONS)).toEqual([])
        }),
      )
    }
  })
}
