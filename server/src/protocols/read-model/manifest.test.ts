import { expect, test } from 'bun:test'
import { epubPositions } from './manifest'

const positionsOf = (path: string, positions: number) =>
  epubPositions(
    {
      publication: {
        ...{ title: null, language: null, direction: 'auto', fixedLayout: false, withoutSpreads: false },
        ...{ toc: [], members: [] },
        readingOrder: [{ path, mediaType: 'application/xhtml+xml', linear: true, positions }],
      },
    },
    { part: href => `https://example.org/${href}` },
  )

test('an ebook has a position for each step of its text, at most 50,000', () => {
  expect([positionsOf('a.xhtml', 3).total, positionsOf('a.xhtml', 3).positions.length]).toEqual([3, 3])
  expect(positionsOf('a.xhtml', 900_000).total).toBe(50_000)
})

test('a long path is not repeated until the answer is larger than memory', () => {
  const { positions, total } = positionsOf(`${'é'.repeat(2_000)}.xhtml`, 50_000)
  expect(positions.length).toBe(total)
  expect(positions.reduce((sum, { href }) => sum + href.length, 0)).toBeLessThanOrEqual(16 * 1024 * 1024)
})
