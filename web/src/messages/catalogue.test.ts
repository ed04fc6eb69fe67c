import { describe, expect, test } from 'bun:test'
import { fill, type Message } from './catalogue'
import { chooseLanguage } from './choose-language'
import { de } from './de'
import { en } from './en'

const placesIn = (message: Message): string[] => {
  const text = typeof message === 'string' ? message : Object.values(message).join(' ')
  return [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()
}

describe('fill', () => {
  test('puts values in their places, numbers as the language writes them', () => {
    expect(fill('{done} of {total} files', 'en', { done: 12, total: 12345 })).toBe('12 of 12,345 files')
    expect(fill('{done} von {total} Dateien', 'de', { done: 12, total: 12345 })).toBe('12 von 12.345 Dateien')
  })

  test('leaves a text as it is: a year is no number', () => {
    expect(fill('Seit {year}', 'de', { year: '2016' })).toBe('Seit 2016')
  })

  test('chooses the plural form of the language', () => {
    const books = { one: '{count} book', other: '{count} books' }
    expect(fill(books, 'en', { count: 0 })).toBe('0 books')
    expect(fill(books, 'en', { count: 1 })).toBe('1 book')
    expect(fill(books, 'en', { count: 2 })).toBe('2 books')
    // Polish has a form of its own for 2 to 4 (CLDR); one that is missing falls back to `other`.
    expect(fill({ one: 'a', few: 'b', other: 'c' }, 'pl', { count: 3 })).toBe('b')
    expect(fill({ one: 'a', other: 'c' }, 'pl', { count: 3 })).toBe('c')
  })

  test('keeps a place that nobody filled, so that it is seen', () => {
    expect(fill('Delete {name}?', 'en')).toBe('Delete {name}?')
  })
})

describe('the languages', () => {
  test('German has every message, with the same places', () => {
    expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort())
    for (const [key, message] of Object.entries(en)) {
      expect([key, placesIn(de[key as keyof typeof de])]).toEqual([key, placesIn(message)])
    }
  })

  test('no message is empty', () => {
    for (const [key, message] of [...Object.entries(en), ...Object.entries(de)]) {
      const texts: string[] = typeof message === 'string' ? [message] : Object.values(message)
      expect([key, texts.every(text => text.trim().length > 0)]).toEqual([key, true])
    }
  })
})

describe('chooseLanguage', () => {
  const known = ['en', 'de'] as const
  test('takes the saved one before the wishes of the browser', () => {
    expect(chooseLanguage(known, 'de', ['en-US'])).toBe('de')
  })
  test('takes the first wish that we have, whatever the region', () => {
    expect(chooseLanguage(known, null, ['fr-FR', 'de-AT', 'en'])).toBe('de')
  })
  test('falls back to English', () => {
    expect(chooseLanguage(known, 'xx', ['fr'])).toBe('en')
    expect(chooseLanguage(known, null, [])).toBe('en')
    // "den" is another language than "de".
    expect(chooseLanguage(known, null, ['den'])).toBe('en')
  })
})
