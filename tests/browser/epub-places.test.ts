// Every ebook of the fixtures with flowing text opens, and returns to its place after a reload and in another window.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { type Screen, VIEWPORTS } from '../kit/browser'
import { until } from '../kit/client'
import { wordsOnScreen } from './chapter-on-screen'
import { DESKTOP, openReadingRoom, type ReadingRoom } from './reading-room'
import { copyFixtures } from './shelves'

setDefaultTimeout(90_000)

/** Those with a fixed layout: epub-fixed.test.ts. */
const FIXTURES = [
  'childrens-literature',
  'georgia-pls-ssml',
  'hefty-water',
  'kavita-golden-harpoon',
  'komga-epub3',
  'komga-incomplete-theft',
  'koreader-bidi-2',
  'koreader-gif',
  'koreader-png',
  'kthoom-wizard-of-oz',
  'kusamakura-japanese-vertical-writing',
  'leaves',
  'moby-dick',
  'readium-tiny-2-ncx',
  'regime-anticancer-arabic',
  'stump-alice',
  'trees',
  'w3c-lay-pkg-flow-scrolled-doc',
  'w3c-ocf-font_obfuscation',
  'w3c-ocf-package_multiple',
  'w3c-pkg-creator-order',
  'w3c-pkg-meta-whitespace',
  'w3c-pkg-spine-progression_rtl',
  'w3c-pkg-title-order',
  'w3c-pkg-unique-id_duplicate',
  'w3c-pkg-version-backward',
  'w3c-pub-cmt-avif',
  'w3c-pub-cmt-jxl',
  'wasteland-otf-obf',
] as const

let room: ReadingRoom
/** One page for all books: a new one takes longer than to open a book. */
let screen: Screen
beforeAll(async () => {
  room = await openReadingRoom({
    fill: folder =>
      copyFixtures(folder, Object.fromEntries(FIXTURES.map(name => [`${name}/${name}.epub`, `epub/${name}.epub`]))),
  })
  screen = await room.open(DESKTOP)
})
afterAll(async () => {
  await screen?.close()
  await room?.close()
})

/** The chapter that is shown, and its words on the screen, once they stay the same. */
async function shown(page: Page): Promise<{ chapter: string; words: string }> {
  const look = async () => {
    const frame = page.locator('iframe[data-shown="true"]')
    await frame.waitFor()
    const element = await frame.elementHandle()
    const address = await (await element?.contentFrame())?.evaluate(() => document.baseURI).catch(() => undefined)
    return { chapter: address?.split('/').at(-1) ?? '', words: await wordsOnScreen(page, 4000) }
  }
  let last = await look()
  return until(
    async () => {
      const now = await look()
      const same = now.chapter !== '' && now.chapter === last.chapter && now.words === last.words
      last = now
      return same ? now : null
    },
    now => now !== null,
  ) as Promise<{ chapter: string; words: string }>
}

type Manifest = { readingOrder: { linear: boolean }[] }

const progressionOf = (id: string) =>
  room.admin.get<{ locator?: { href: string } } | undefined>(`/api/v1/books/${id}/progression`)

describe('the place of', () => {
  for (const name of FIXTURES) {
    test(name, () =>
      room.watch(`epub-place-${name}`, screen, async ({ page, forget }) => {
        // A book before it may have failed.
        forget()
        await page.setViewportSize(VIEWPORTS.desktop)
        const { id } = await room.bookFile(`${name}.epub`)
        await page.goto(`/books/${id}/read`)
        let left = await shown(page)
        const { readingOrder } = await room.admin.get<Manifest>(`/api/v1/books/${id}/manifest`)
        const chapters = [']', ']'].slice(0, readingOrder.filter(({ linear }) => linear).length - 1)
        const isOver = () => page.getByRole('region', { name: 'End of book' }).isVisible()
        for (const key of [...chapters, 'PageDown', 'PageDown']) {
          const before = JSON.stringify(left)
          await page.keyboard.press(key)
          const after = await until(
            async () => ({ ...(await shown(page)), over: await isOver() }),
            ({ over, ...now }) => over || JSON.stringify(now) !== before,
          )
          left = { chapter: after.chapter, words: after.words }
        }
        await until(
          () => progressionOf(id),
          place => decodeURIComponent(place?.locator?.href ?? '').endsWith(decodeURIComponent(left.chapter)),
        )
        await page.reload()
        expect(await shown(page)).toEqual(left)

        // On a phone, the first words are on the page; and nothing has moved when the window is wide again.
        await page.setViewportSize(VIEWPORTS.phone)
        await page.reload()
        const narrow = await shown(page)
        expect(narrow.chapter).toBe(left.chapter)
        expect(narrow.words).toContain(left.words.slice(0, 12))
        await page.setViewportSize(VIEWPORTS.desktop)
        await page.reload()
        expect(await shown(page)).toEqual(left)
      }),
    )
  }
})
