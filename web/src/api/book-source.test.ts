import { expect, test } from 'bun:test'
import { bookSource } from './book-source'

test('a novel comes from its authors, an issue from its series, and nothing is named twice', () => {
  const seriesName = 'Moby-Dick'
  expect(bookSource({ title: 'Moby-Dick', seriesName, authors: 'Herman Melville' })).toBe('Herman Melville')
  expect(bookSource({ title: 'Moby-Dick', seriesName, authors: null })).toBeNull()
  expect(bookSource({ title: 'Moby-Dick 1', seriesName })).toBe(seriesName)
})
