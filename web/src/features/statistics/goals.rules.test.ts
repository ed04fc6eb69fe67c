import { expect, test } from 'bun:test'
import { withGoal } from './goals.rules'

const daily = { measure: 'minutes', period: 'day', amount: 20, reached: 5 } as const
const yearly = { measure: 'books', period: 'year', amount: 24, reached: 30 } as const
const plain = ({ reached: _, ...goal }: typeof daily | typeof yearly) => goal

test('a goal is added, changed in its place, and removed', () => {
  const monthly = { measure: 'pages', period: 'month', amount: 900 } as const
  expect(withGoal([daily, yearly], monthly, monthly)).toEqual([plain(daily), plain(yearly), monthly])
  expect(withGoal([daily, yearly], daily, monthly)).toEqual([monthly, plain(yearly)])
  expect(withGoal([daily, yearly], daily, null)).toEqual([plain(yearly)])
})

test('there is one goal for each measure and period', () => {
  const more = { ...plain(yearly), amount: 52 }
  expect(withGoal([daily, yearly], more, more)).toEqual([plain(daily), more])
  expect(withGoal([daily, yearly], daily, more)).toEqual([more])
})
