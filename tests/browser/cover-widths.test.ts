// Covers are requested in the width shown, as WebP, the visible ones first; offline, a cover stored in any width is shown.
// A pressed cover is painted before its page is rendered.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { comic, writeLibrary } from '../kit/books'
import { download, onDevice, WITH_WORKER, workerReady } from './device'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom, settled } from './reading-room'

setDefaultTimeout(120_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => {
      const book = await comic({ pages: 2, size: { width: 1200, height: 1800 } })
      const names = Array.from({ length: 40 }, (_, at) => `Series ${at + 10}/Series ${at + 10} v01.cbz`)
      writeLibrary(folder, Object.fromEntries(names.map(name => [name, book])))
    },
  })
})
afterAll(() => room?.close())

const imagesOf = (page: Page) => page.locator('[data-cover] img[data-fit]')

const facts = (images: Locator) =>
  images.evaluateAll(all =>
    (all as HTMLImageElement[]).map(({ width, currentSrc, loading, fetchPriority }) => ({
      shown: width,
      sent: Number(new URL(currentSrc).searchParams.get('width')),
      isFirst: loading === 'eager' && fetchPriority === 'high',
    })),
  )

for (const [name, options, density, ofList, ofSeries] of [
  ['phone', PHONE, 1, 200, 200],
  ['phone', PHONE, 2, 400, 400],
  ['phone', PHONE, 3, 400, 400],
  ['desktop', DESKTOP, 1, 200, 400],
  ['desktop', DESKTOP, 2, 400, 800],
] as const) {
  test(`covers fit a ${name} with ${density} pixels for each CSS pixel`, async () => {
    const [series] = (await room.admin.get<{ data: { id: string }[] }>('/api/v1/series?pageSize=1')).data
    await room.visit(`widths-${name}-${density}`, { ...options, density }, async ({ page }) => {
      const types = new Set<string>()
      page.on('response', answer => {
        if (answer.url().includes('/thumbnail')) types.add(answer.headers()['content-type'] ?? '')
      })
      await page.goto('/library')
      // Covers out of sight follow the first ones.
      await page.locator('[data-cover] img[data-fit][loading="lazy"]').first().waitFor({ state: 'attached' })
      await settled(page)
      const list = await facts(imagesOf(page))
      expect(new Set(list.map(({ sent }) => sent))).toEqual(new Set([ofList]))
      // Sharp: a pixel of the image for nearly each of the screen.
      for (const { shown } of list) expect(ofList / (shown * density)).toBeWithin(0.85, 2.2)
      expect(list.filter(({ isFirst }) => isFirst).length).toBeWithin(6, 20)
      expect(list.at(-1)?.isFirst).toBe(false)
      expect(types).toEqual(new Set(['image/webp']))
      await page.goto(`/series/${series?.id}`)
      await imagesOf(page).nth(1).waitFor()
      await settled(page)
      const [own, book] = await facts(imagesOf(page))
      expect([own?.sent, book?.sent]).toEqual([ofSeries, ofList])
    })
  })
}

test('offline, covers are shown in a width that was never requested', async () => {
  const [book, other] = await room.books()
  if (!book || !other) throw new Error('No books')
  const screen = await room.open({ ...WITH_WORKER, density: 2 })
  await room
    .watch('widths-offline', screen, async ({ page, forget }) => {
      await page.goto('/')
      await workerReady(page)
      await download(page, book)
      await page.goto('/offline')
      await onDevice(page).waitFor()
      await page.goto('/library?view=list')
      await imagesOf(page).first().waitFor()
      await settled(page)
      await page.goto(`/series/${other.seriesId}`)
      await imagesOf(page).nth(1).waitFor()
      const stored = () =>
        page.evaluate(async () => {
          const name = (await caches.keys()).find(key => key.endsWith('-covers')) ?? ''
          return (await (await caches.open(name)).keys()).map(({ url }) => url)
        })
      const urls = await stored()
      expect(urls.length).toBeGreaterThan(5)
      expect(urls.filter(url => url.includes('width='))).toEqual([])
      await page.context().setOffline(true)
      await page.goto('/library')
      await imagesOf(page).nth(5).waitFor()
      const [first] = await facts(imagesOf(page))
      expect(first?.sent).toBe(400)
      await page.goto(`/books/${book.id}`)
      await imagesOf(page).first().waitFor()
      forget()
    })
    .finally(screen.close)
})

test('a pressed cover is painted before its page is rendered', () =>
  room.visit('pressed-cover', DESKTOP, async ({ page }) => {
    await page.goto('/library')
    const cover = page.locator('main a[href^="/series/"]').first()
    await cover.hover()
    await page.evaluate(() => {
      const seen = { frames: 0, clickedAt: 0, change: '' }
      Object.assign(window, { seen })
      // The frame after the click calls the first, painting precedes the second.
      const count = () => {
        seen.clickedAt = performance.now()
        requestAnimationFrame(() => setTimeout(() => seen.frames++))
      }
      document.addEventListener('click', count, { capture: true, once: true })
      const page = document.querySelector('#content')?.firstElementChild
      new MutationObserver(() => {
        if (seen.change !== '' || page?.isConnected) return
        // A busy machine may paint nothing for 100 ms; the page does not wait longer.
        const isLate = performance.now() - seen.clickedAt >= 100
        seen.change = seen.frames > 0 ? 'painted' : isLate ? 'late' : 'unpainted'
      }).observe(document.body, { childList: true, subtree: true })
    })
    await cover.click()
    await page.waitForURL(/\/series\//)
    await page.waitForFunction(`seen.change !== ''`)
    expect(await page.evaluate<string>('seen.change')).not.toBe('unpainted')
  }))
