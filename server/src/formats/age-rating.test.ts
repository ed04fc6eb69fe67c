import { expect, test } from 'bun:test'
import { ageOf } from './age-rating'

test('ratings of ComicInfo are ages', () => {
  const ages = ['G', 'Everyone', 'Early Childhood', 'Kids to Adults', 'PG', 'Everyone 10+', 'Teen', 'MA15+', 'M']
  expect(ages.map(ageOf)).toEqual([0, 0, 3, 6, 8, 10, 13, 15, 17])
  expect(['Mature 17+', 'R18+', 'X18+', 'Adults Only 18+', ' adults only 18+ '].map(ageOf)).toEqual([
    17, 18, 18, 18, 18,
  ])
})

test('ratings of MetronInfo are ages', () => {
  expect(['Everyone', 'Teen', 'Teen Plus', 'Mature', 'Explicit', 'Adult'].map(ageOf)).toEqual([0, 13, 15, 17, 18, 18])
})

test('an unknown word with a number means that age, and one without means nothing', () => {
  expect(['16+', 'FSK 12', '18', 'ages 7 and up'].map(ageOf)).toEqual([16, 12, 18, 7])
  expect(['Unknown', 'Rating Pending', '', 'constructor', '2024', null].map(ageOf)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
  ])
})
