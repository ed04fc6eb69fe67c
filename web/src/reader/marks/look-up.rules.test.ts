import { expect, test } from 'bun:test'
import { lookUpLinks } from './look-up.rules'

const hostsOf = (quote: string, from: string | null) =>
  lookUpLinks(quote, from, 'de').map(({ href }) => new URL(href).host)

test('a word is looked up in dictionary, encyclopedia and web, and translated', () => {
  expect(hostsOf('“whale,”', 'en-GB')).toEqual([
    'de.wiktionary.org',
    'en.wikipedia.org',
    'duckduckgo.com',
    'translate.google.com',
  ])
  const [dictionary] = lookUpLinks('“whale,”', 'en-GB', 'de')
  expect(new URL(dictionary?.href ?? '').searchParams.get('search')).toBe('whale')
})

test('no dictionary has a paragraph, and no book leads anywhere else by its language', () => {
  expect(hostsOf('a long text '.repeat(20), 'en')).toEqual(['duckduckgo.com', 'translate.google.com'])
  expect(hostsOf('x', 'evil.example/#')).toContain('de.wikipedia.org')
  const translate = lookUpLinks('a&tl=xx b', null, 'de').at(-1)
  expect(new URL(translate?.href ?? '').searchParams.get('text')).toBe('a&tl=xx b')
})
