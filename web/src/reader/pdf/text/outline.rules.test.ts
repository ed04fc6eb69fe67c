import { expect, test } from 'bun:test'
import { lineOfPage, type OutlineEntry, outlineLines } from './outline.rules'

const entry = (title: string, dest: unknown, items: OutlineEntry[] = []): OutlineEntry => ({ title, dest, items })

test('lines in order, with depth', () => {
  const lines = outlineLines([entry('A', 'a', [entry('A1', [1])]), entry('B', 'b')])
  expect(lines).toEqual([
    { title: 'A', depth: 0, destination: 'a' },
    { title: 'A1', depth: 1, destination: [1] },
    { title: 'B', depth: 0, destination: 'b' },
  ])
})

test('entries that lead nowhere are left out, their children stay', () => {
  expect(outlineLines([entry('Part', null, [entry(' One ', 'x')])])).toEqual([
    { title: 'One', depth: 1, destination: 'x' },
  ])
  expect(outlineLines(null)).toEqual([])
})

test('an endless outline is cut', () => {
  let deep = entry('leaf', 'x')
  for (let n = 0; n < 9000; n++) deep = entry('node', 'x', [deep])
  expect(outlineLines([deep])).toHaveLength(5000)
})

test('a page belongs to the last line at or before it, wherever that is in the outline', () => {
  expect([0, 1, 2, 3, 9].map(page => lineOfPage([1, 1, null, 3, 2], page))).toEqual([-1, 1, 4, 3, 3])
  expect(lineOfPage([], 0)).toBe(-1)
})
