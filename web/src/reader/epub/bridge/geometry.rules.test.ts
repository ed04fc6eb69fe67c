import { describe, expect, test } from 'bun:test'
import { columnsIn, fitFixed, geometryOf, type PageSettings, pageAt } from './geometry.rules'

const settings: PageSettings = { flow: 'paginated', columns: 'auto', margin: 100, fontSize: 100 }
const phone = { width: 390, height: 844 }
const desk = { width: 1440, height: 900 }

describe('columns', () => {
  test('pages tile: columns and gaps fill the step exactly', () => {
    for (const view of [phone, desk, { width: 1023, height: 700 }]) {
      for (const columns of ['auto', '1', '2'] as const) {
        const g = geometryOf(view, { ...settings, columns }, false)
        expect(g.columns * (g.columnLength + g.gap)).toBeCloseTo(g.step, 6)
        expect(g.columnLength).toBeGreaterThan(0)
      }
    }
  })
  test('two on a wide screen, one on a phone, never two while scrolling', () => {
    expect(geometryOf(desk, settings, false).columns).toBe(2)
    expect(geometryOf(phone, settings, false).columns).toBe(1)
    expect(geometryOf(desk, { ...settings, columns: '1' }, false).columns).toBe(1)
    expect(geometryOf(desk, { ...settings, flow: 'scrolled' }, false).columns).toBe(1)
  })
  test('lines have a maximum readable length, which grows with the letters', () => {
    expect(geometryOf(desk, { ...settings, columns: '1' }, false).columnLength).toBe(680)
    expect(geometryOf(desk, { ...settings, columns: '1', fontSize: 150 }, false).columnLength).toBe(1020)
  })
  test('lines that run downwards take the height, and pages follow each other downwards', () => {
    const g = geometryOf(desk, settings, true)
    expect(g.step).toBe(900)
    expect(g.columns).toBe(1)
    expect(g.columnLength + g.gap).toBe(900)
  })
  test('lines that run downwards have a maximum length, too, and two tiers in a high window', () => {
    const wide = { width: 2560, height: 1440 }
    const g = geometryOf(wide, settings, true)
    expect(g.columns).toBe(2)
    expect(g.columns * (g.columnLength + g.gap)).toBe(1440)
    expect(g.columnLength).toBeLessThanOrEqual(680)
    expect(geometryOf(wide, { ...settings, columns: '1' }, true)).toMatchObject({ columns: 1, columnLength: 680 })
    expect(geometryOf(wide, { ...settings, flow: 'scrolled' }, true)).toMatchObject({ columns: 1, columnLength: 680 })
    expect(geometryOf(phone, { ...settings, columns: '2' }, true).columns).toBe(1)
  })
})

describe('pages', () => {
  test('counted from the end of the last column', () => {
    const g = geometryOf(desk, settings, false)
    const end = (columns: number) => columns * (g.columnLength + g.gap) - g.gap
    expect([1, 2, 3, 4, 5].map(columns => columnsIn(end(columns), g))).toEqual([1, 2, 3, 4, 5])
    expect(columnsIn(0, g)).toBe(1)
  })
  test('found again by share', () => {
    for (let pages = 1; pages < 40; pages++) {
      for (let page = 0; page < pages; page++) expect(pageAt(page / pages, pages)).toBe(page)
    }
    expect(pageAt(1, 10)).toBe(9)
    expect(pageAt(0.55, 10)).toBe(5)
  })
})

test('a page of fixed size is scaled into the middle', () => {
  expect(fitFixed({ width: 600, height: 1200 }, { width: 1200, height: 600 })).toEqual({
    scale: 0.5,
    left: 450,
    top: 0,
  })
})
