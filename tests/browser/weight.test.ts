// Script size on first load: everything fetched before the first cover is requested.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Request } from 'playwright-core'
import { DESKTOP, openReadingRoom, type ReadingRoom } from './reading-room'
import { fillWithFixtures } from './shelves'

setDefaultTimeout(60_000)

/** ui.md, "Behaviour and budgets": 220 KB, as bytes travel. What has been saved since stays saved. */
const MOST = 175 * 1024

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({ fill: fillWithFixtures })
})
afterAll(() => room?.close())

test('the library’s first cover appears after at most 175 KB of JavaScript', () =>
  room.visit('weight', DESKTOP, async ({ page }) => {
    const scripts: Request[] = []
    let counting = true
    page.on('request', request => {
      if (request.url().includes('/thumbnail')) counting = false
      if (counting && request.resourceType() === 'script') scripts.push(request)
    })
    const cover = page.waitForRequest(request => request.url().includes('/thumbnail'))
    await page.goto('/library')
    await cover
    const sizes = await Promise.all(
      scripts.map(async script => {
        const answer = await script.response()
        await answer?.finished()
        expect(answer?.headers()['content-encoding'] ?? script.url()).toMatch(/^(gzip|br|zstd)$/)
        return (await script.sizes()).responseBodySize
      }),
    )
    const total = sizes.reduce((sum, size) => sum + size, 0)
    console.log(`${scripts.length} scripts, ${(total / 1024).toFixed(1)} KB before the first cover`)
    expect(total).toBeGreaterThan(50 * 1024)
    expect(total).toBeLessThanOrEqual(MOST)
  }))
