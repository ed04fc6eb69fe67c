import './no-browser'
import { afterEach, expect, test } from 'bun:test'
import { formatNumber } from './format'
import { defineCatalogue, setLanguage } from './language'

const before = navigator.languages
afterEach(() => {
  Object.assign(navigator, { languages: before })
})

test("a message writes numbers as the browser's locale does, like any other number", async () => {
  const t = defineCatalogue(async () => ({ default: { books: '{count, plural, one {# book} other {# books}}' } }))
  await t.load()
  await setLanguage('en')
  Object.assign(navigator, { languages: ['en-IN'] })
  expect(t('books', { count: 1_234_567 })).toBe('12,34,567 books')
  expect(formatNumber(1_234_567)).toBe('12,34,567')
})
