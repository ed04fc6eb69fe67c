import { expect, test } from 'bun:test'
import { drawnMember, drawnName, drawnWords } from './drawn-words'

const authors = JSON.stringify([
  { name: 'Ann', role: 'author' },
  { name: 'Bob', role: 'penciller' },
  { name: 'Cid' },
  { name: 'Ann', role: 'writer' },
  { name: 'Dot', role: 'writer' },
  { name: 'Eve', role: 'author' },
])

test('a drawn cover has the title, another title of the series, and the first three writers', () => {
  expect(drawnWords('Dune', 'Dune', authors)).toEqual({ title: 'Dune', series: null, author: 'Ann, Cid, Dot' })
  expect(drawnWords('One', 'Dune', '[]')).toEqual({ title: 'One', series: 'Dune', author: null })
  expect(drawnWords('One', null, null)).toEqual({ title: 'One', series: null, author: null })
})

test('its name depends on its words only', () => {
  const words = drawnWords('One', 'Dune', authors)
  expect(drawnName({ ...words })).toBe(drawnName(words))
  const member = drawnMember(JSON.stringify({ title: 'One', series: 'Dune', authors }))
  expect([member, drawnMember(null)]).toEqual([`,"drawnCover":"${drawnName(words)}"`, ''])
  const others = [
    { ...words, title: 'Two' },
    { ...words, series: null },
    { ...words, author: null },
    { title: 'One', series: 'Ann, Cid, Dot', author: 'Dune' },
  ]
  expect(new Set([words, ...others].map(drawnName)).size).toBe(5)
})
