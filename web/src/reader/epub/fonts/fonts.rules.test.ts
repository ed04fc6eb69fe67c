import { expect, test } from 'bun:test'
import { familyOf, isFont, LONGEST_NAME, ownFont, ownName, subsetsOf } from './fonts.rules'

test('only built-in and uploaded fonts are accepted', () => {
  expect(['publisher', 'literata', 'own:My Font'].every(isFont)).toBe(true)
  expect([null, 3, '', 'comic', 'own:', `own:${'x'.repeat(LONGEST_NAME + 1)}`].some(isFont)).toBe(false)
  expect(ownName(ownFont('My Font'))).toBe('My Font')
  expect(ownName('literata')).toBeNull()
})

test('the book’s font is not changed, and every other has a similar fallback', () => {
  expect(familyOf('publisher')).toBeNull()
  expect(familyOf('literata')).toEndWith(', serif')
  expect(familyOf('openDyslexic')).toEndWith(', sans-serif')
  expect(familyOf('own:a"; } body { color: red')).not.toContain('red')
})

test('a book is shown with the glyphs of its language', () => {
  expect(subsetsOf('en')).toEqual(['latin', 'latin-ext'])
  expect(subsetsOf('ru')).toContain('cyrillic')
  expect(subsetsOf('sr-Latn')).not.toContain('cyrillic')
  expect(subsetsOf('el-GR')).toContain('greek')
  expect(subsetsOf('vi')).toContain('vietnamese')
  expect(subsetsOf('no such language')).toEqual(['latin', 'latin-ext'])
  expect(subsetsOf(null)).toEqual(['latin', 'latin-ext'])
})
