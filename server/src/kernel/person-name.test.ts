import { expect, test } from 'bun:test'
import { surnameFirst } from './person-name'

// Expected values: calibre's author_to_author_sort, with its default to invert all but copied words.
test('people are sorted by their surname', () => {
  const expected = {
    'Alan Moore': 'Moore, Alan',
    'J. R. R. Tolkien': 'Tolkien, J. R. R.',
    'Robert Downey Jr.': 'Downey, Robert Jr.',
    'Guido van Rossum': 'Rossum, Guido van',
    'Moore, Alan': 'Moore, Alan',
    Hergé: 'Hergé',
    '尾田 栄一郎': '尾田 栄一郎',
    'Image Comics': 'Image Comics',
    'Brian K. Vaughan (Writer)': 'Vaughan, Brian K.',
    '': '',
  }
  for (const [name, sortName] of Object.entries(expected)) expect(surnameFirst(name)).toBe(sortName)
})
