// The line below the title of a series: on a narrow screen it ends between two facts, not between a number and its unit.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openReadingRoom, PHONE } from './reading-room'
import { writeSeries } from './shelves'

setDefaultTimeout(90_000)

test('a number of books is never apart from its word', async () => {
  const room = await openReadingRoom({ fill: folder => writeSeries(folder, 'Meadow', { pages: 2, volumes: 2 }) })
  await room
    .visit('detail-line', PHONE, async ({ page }) => {
      const [book] = await room.books()
      await room.admin.patch(`/api/v1/series/${book?.seriesId}/metadata`, { publisher: 'Lantern & Sons', year: 2023 })
      await page.goto(`/series/${book?.seriesId}`)
      const line = page.locator('h1 + p')
      await line.getByText('Lantern & Sons').waitFor()
      for (let width = 300; width <= 420; width += 6) {
        await page.setViewportSize({ width, height: 844 })
        expect(await line.evaluate(part => part.scrollWidth - part.clientWidth)).toBeLessThanOrEqual(0)
        const rows = await line.evaluate(part => {
          const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
          for (let text = texts.nextNode(); text; text = texts.nextNode()) {
            const start = text.textContent?.indexOf('2 books') ?? -1
            if (start < 0) continue
            const range = document.createRange()
            range.setStart(text, start)
            range.setEnd(text, start + '2 books'.length)
            return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
          }
          return 0
        })
        expect([width, rows]).toEqual([width, 1])
      }
    })
    .finally(room.close)
})
