import { expect, test } from 'bun:test'
import { fewAtOnce } from './few-at-once.rules'

const range = (first: number, last: number) => ({ first, last })

test('visible items are drawn at once, nearby ones a few at a time', () => {
  const wanted = range(0, 40)
  const seen = range(0, 19)
  expect(fewAtOnce(null, wanted, seen, 4)).toEqual(seen)
  expect(fewAtOnce(seen, wanted, seen, 4)).toEqual(range(0, 23))
  expect(fewAtOnce(range(0, 39), wanted, seen, 4)).toEqual(wanted)
  expect(fewAtOnce(wanted, wanted, seen, 4)).toEqual(wanted)
})

test('items left behind are removed a few at a time, but no visible ones', () => {
  expect(fewAtOnce(range(0, 40), range(10, 50), range(20, 40), 4)).toEqual(range(4, 44))
  expect(fewAtOnce(range(8, 40), range(10, 50), range(20, 45), 4)).toEqual(range(10, 45))
  expect(fewAtOnce(range(20, 60), range(0, 40), range(10, 30), 4)).toEqual(range(10, 56))
})

test('after a jump only visible items are drawn', () => {
  expect(fewAtOnce(range(0, 40), range(900, 980), range(920, 960), 4)).toEqual(range(920, 960))
  expect(fewAtOnce(range(900, 940), range(0, 40), range(0, 20), 4)).toEqual(range(0, 20))
})

test('a list that has become shorter is followed', () => {
  let drawn = range(80, 120)
  for (let frame = 0; frame < 20; frame++) drawn = fewAtOnce(drawn, range(60, 99), range(80, 99), 4)
  expect(drawn).toEqual(range(60, 99))
})
