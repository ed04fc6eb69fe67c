import { expect, test } from 'bun:test'
import { layoutFor } from './grid-layout.rules'

test('cards fill the width and never run over it', () => {
  for (let width = 280; width <= 2560; width += 7) {
    const { columns, width: card, gap } = layoutFor(width, 'grid')
    const used = columns * card + (columns - 1) * gap
    expect(used).toBeLessThanOrEqual(width)
    expect(width - used).toBeLessThan(columns)
  }
})

test('a phone of 390 px shows three covers side by side', () => {
  expect(layoutFor(358, 'grid').columns).toBe(3)
})

test('a list is one column of the whole width', () => {
  expect(layoutFor(1176, 'list')).toMatchObject({ columns: 1, width: 1176 })
})

test('larger covers are fewer, smaller ones more', () => {
  const columns = (scale: number) => layoutFor(1176, 'grid', scale).columns
  expect([columns(0.6), columns(1), columns(2)]).toEqual([10, 6, 3])
})
