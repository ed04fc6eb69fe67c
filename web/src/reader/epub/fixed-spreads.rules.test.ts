import { expect, test } from 'bun:test'
import { fixedSpreads, layFixed } from './fixed-spreads.rules'

const pages = (sides: string) =>
  [...sides].map(letter => {
    const side = ({ l: 'left', r: 'right', c: 'center' } as const)[letter]
    return side ? { side } : {}
  })

const leads = (sides: string, rightToLeft = false) => {
  const { leadOf } = fixedSpreads(pages(sides), true, rightToLeft)
  return [...sides].map((_, page) => leadOf(page))
}

test('pages in pairs, the cover alone', () => {
  const { partnerOf, leadOf, sideOf } = fixedSpreads(pages('......'), true, false)
  expect([0, 1, 2, 3, 4, 5].map(partnerOf)).toEqual([null, 2, null, 4, null, null])
  expect([0, 1, 2, 3, 4, 5].map(leadOf)).toEqual([0, 1, 1, 3, 3, 5])
  expect([0, 1, 2, 5].map(sideOf)).toEqual(['alone', 'left', 'right', 'alone'])
})

test('from the right the first of two is on the right', () => {
  const { sideOf } = fixedSpreads(pages('...'), true, true)
  expect([0, 1, 2].map(sideOf)).toEqual(['alone', 'right', 'left'])
})

test('one page at a time', () => {
  const { partnerOf, leadOf, sideOf } = fixedSpreads(pages('....'), false, false)
  expect([partnerOf(1), leadOf(2), sideOf(2)]).toEqual([null, 2, 'alone'])
})

test('the book says which pages are next to each other', () => {
  expect(leads('rlrlr')).toEqual([0, 1, 1, 3, 3])
  // Also the cover, a page in the centre, and a page whose partner is missing.
  expect(leads('lrclrrlr')).toEqual([0, 0, 2, 3, 3, 5, 6, 6])
  expect(leads('llr')).toEqual([0, 1, 1])
  expect(leads('..r.')).toEqual([0, 1, 1, 3])
})

test('from the right the right page comes first', () => {
  expect(leads('lrlrl', true)).toEqual([0, 1, 1, 3, 3])
  const { sideOf } = fixedSpreads(pages('lrl'), true, true)
  expect([0, 1, 2].map(sideOf)).toEqual(['alone', 'right', 'left'])
})

const VIEW = { width: 1000, height: 500 }

test('a page fits the view', () => {
  const boxes = [{ width: 250, height: 500, left: 0 }]
  expect(layFixed([{ width: 100, height: 200 }], VIEW, 'screen', 1)).toEqual({ width: 250, height: 500, boxes })
})

test('two pages meet, the smaller one as high as the other', () => {
  const { width, boxes } = layFixed(
    [
      { width: 100, height: 200 },
      { width: 50, height: 100 },
    ],
    VIEW,
    'screen',
    1,
  )
  expect(width).toBe(500)
  expect(boxes).toEqual([
    { width: 250, height: 500, left: 0 },
    { width: 250, height: 500, left: 250 },
  ])
})

test('a page as wide as the view, or zoomed in, is larger than the view', () => {
  expect(layFixed([{ width: 100, height: 200 }], VIEW, 'width', 1)).toMatchObject({ width: 1000, height: 2000 })
  expect(layFixed([{ width: 100, height: 200 }], VIEW, 'screen', 3)).toMatchObject({ width: 750, height: 1500 })
})
