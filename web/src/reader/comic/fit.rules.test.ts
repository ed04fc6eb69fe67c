import { describe, expect, test } from 'bun:test'
import { clampZoom, fitSpread, scrollForZoom } from './fit.rules'

const view = { width: 1200, height: 900 }

describe('fit', () => {
  test('a tall page on a wide screen', () => {
    const page = [{ width: 1000, height: 1500 }]
    expect(fitSpread(page, view, 'screen')).toEqual([{ width: 600, height: 900 }])
    expect(fitSpread(page, view, 'height')).toEqual([{ width: 600, height: 900 }])
    expect(fitSpread(page, view, 'width')).toEqual([{ width: 1200, height: 1800 }])
    expect(fitSpread(page, view, 'original')).toEqual([{ width: 1000, height: 1500 }])
  })
  test('small pages are enlarged', () => {
    expect(fitSpread([{ width: 100, height: 150 }], view, 'screen')).toEqual([{ width: 600, height: 900 }])
  })
  test('two pages of different size get the same height', () => {
    const boxes = fitSpread(
      [
        { width: 500, height: 1000 },
        { width: 1000, height: 2000 },
      ],
      view,
      'screen',
    )
    expect(boxes).toEqual([
      { width: 450, height: 900 },
      { width: 450, height: 900 },
    ])
  })
  test('zoom multiplies and is limited', () => {
    expect(fitSpread([{ width: 1000, height: 1500 }], view, 'screen', 2)).toEqual([{ width: 1200, height: 1800 }])
    expect([0.2, 3, 99].map(clampZoom)).toEqual([1, 3, 6])
  })
  test('the point between the fingers does not move', () => {
    // Content of 600 in a view of 1200 (300 of inset), doubled to 1200 (no inset): the middle stays in the middle.
    expect(scrollForZoom(0, 600, 2, 300, 0)).toBe(0)
    // Already overflowing: point 100 of the view shows content 150; doubled, 300 has to be there.
    expect(scrollForZoom(50, 100, 2, 0, 0)).toBe(200)
  })
})
