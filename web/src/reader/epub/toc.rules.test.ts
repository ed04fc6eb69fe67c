import { describe, expect, test } from 'bun:test'
import type { PublicationTocEntry } from '@octavo/contract/publication'
import { currentLine, fragmentsOf, tocLines } from './toc.rules'

const chapters = ['a.xhtml', 'b.xhtml', 'c.xhtml', 'd.xhtml'].map(href => ({ href, positions: 1, type: '' }))
const entry = (title: string, href: string | null, children: PublicationTocEntry[] = []) => ({ title, href, children })

describe('contents', () => {
  test('in order, with depth, chapter and fragment', () => {
    const lines = tocLines([entry('Part', null, [entry('A', 'a.xhtml'), entry('B', 'b.xhtml#p%201')])], chapters)
    expect(lines).toEqual([
      { title: 'Part', depth: 0, chapter: null, fragment: null },
      { title: 'A', depth: 1, chapter: 0, fragment: null },
      { title: 'B', depth: 1, chapter: 1, fragment: 'p 1' },
    ])
  })
  test('a target outside of the reading order is no target, an entry without a name is no line', () => {
    expect(tocLines([entry('X', 'x.xhtml'), entry('  ', 'a.xhtml')], chapters)).toEqual([
      { title: 'X', depth: 0, chapter: null, fragment: null },
    ])
  })
  test('endless contents are cut', () => {
    let deep = entry('leaf', 'a.xhtml')
    for (let n = 0; n < 20_000; n++) deep = entry('node', null, [deep])
    const lines = tocLines([deep], chapters)
    expect(lines.length).toBe(5000)
    expect(Math.max(...lines.map(line => line.depth))).toBe(8)
  })
  test('the position of a chapter', () => {
    const lines = tocLines([entry('A', 'a.xhtml'), entry('C1', 'c.xhtml#1'), entry('C2', 'c.xhtml#2')], chapters)
    expect([0, 1, 2, 3].map(chapter => currentLine(lines, chapter))).toEqual([0, 0, 1, 2])
    expect(currentLine(lines.slice(1), 0)).toBe(-1)
  })
  test('the line of what is in sight, where several lead into a chapter', () => {
    const toc = [entry('A', 'a.xhtml'), entry('Part', 'b.xhtml'), entry('B1', 'b.xhtml#1'), entry('B2', 'b.xhtml#2')]
    const lines = tocLines([...toc, entry('Lost', 'b.xhtml#lost')], chapters)
    const starts = new Map([
      ['1', 0.2],
      ['2', 0.6],
    ])
    const titles = (
      [
        [0, 0.1],
        [0.1, 0.15],
        [0.1, 0.3],
        [0.3, 0.5],
        [0.5, 0.7],
        [0.7, 1],
      ] as const
    ).map(([from, to]) => lines[currentLine(lines, 1, { from, to, starts })]?.title)
    expect(titles).toEqual(['Part', 'Part', 'B1', 'B1', 'B2', 'B2'])
    expect([0, 1, 2].map(chapter => fragmentsOf(lines, chapter))).toEqual([[], ['1', '2', 'lost'], []])
    // Before the first target of a chapter, the last line of an earlier one.
    const later = lines.filter(({ title }) => !['Part', 'Lost'].includes(title))
    expect(later[currentLine(later, 1, { from: 0, to: 0.1, starts })]?.title).toBe('A')
  })
})
