import { expect, test } from 'bun:test'
import { lookUpLinks } from './look-up.rules'

const hostsOf = (quote: string, from: string | null) =>
  lookUpLinks(quote, from, 'de').map(({ href }) => new URL(href).host)

test('a word can be looked up in a dictionary, an encyclopedia and the web, and translated', () => {
  expect(hostsOf('“whale,”', 'en-GB')).toEqual([
    'de.wiktionary.org',
    'en.wikipedia.org',
    'duckduckgo.com',
    'translate.google.com',
  ])
  const [dictionary] = lookUpLinks('“whale,”', 'en-GB', 'de')
  expect(new URL(dictionary?.href ?? '').searchParams.get('search')).toBe('whale')
})

test('a sentence has no dictionary entry', () => {
  const kinds = (quote: string) => lookUpLinks(quote, 'en', 'de').map(({ kind }) => kind)
  expect(kinds('white whale')).toContain('dictionary')
  expect(kinds('吾輩')).toContain('dictionary')
  expect(kinds('Call me Ishmael.')).toEqual(['encyclopedia', 'search', 'translate'])
  expect(kinds('吾輩は猫である名前は')).not.toContain('dictionary')
})

test('a book in the language of the reader is not translated', () => {
  expect(hostsOf('Wal', 'de-AT')).not.toContain('translate.google.com')
  expect(hostsOf('Wal', null)).toContain('translate.google.com')
})

test('a paragraph is not looked up in a dictionary, and a book’s language cannot change the site', () => {
  expect(hostsOf('a long text '.repeat(20), 'en')).toEqual(['duckduckgo.com', 'translate.google.com'])
  expect(hostsOf('x', 'evil.example/#')).toContain('de.wikipedia.org')
  const translate = lookUpLinks('a&tl=xx b', null, 'de').at(-1)
  expect(new URL(translate?.href ?? '').searchParams.get('text')).toBe('a&tl=xx b')
})
