import { describe, expect, test } from 'bun:test'
import french from '../features/admin/messages/fr.json'
import { fill, type Message, type Translate } from './catalogue'
import { chooseLanguage } from './choose-language'

describe('fill', () => {
  test('replaces placeholders, with numbers in the format of the language', () => {
    expect(fill('{done} of {total} files', 'en', { done: 12, total: 12345 })).toBe('12 of 12,345 files')
    expect(fill('{done} von {total} Dateien', 'de', { done: 12, total: 12345 })).toBe('12 von 12.345 Dateien')
  })

  test('leaves texts unchanged, such as a year', () => {
    expect(fill('Seit {year}', 'de', { year: '2016' })).toBe('Seit 2016')
  })

  test('chooses the plural form of the language', () => {
    const books = '{count, plural, one {# book} other {# books}}'
    expect(fill(books, 'en', { count: 0 })).toBe('0 books')
    expect(fill(books, 'en', { count: 1 })).toBe('1 book')
    expect(fill(books, 'en', { count: 2 })).toBe('2 books')
    // Polish has a form of its own for 2 to 4 (CLDR); one that is missing falls back to `other`.
    expect(fill('{count, plural, one {a} few {b} other {c}}', 'pl', { count: 3 })).toBe('b')
    expect(fill('{count, plural, one {a} other {c}}', 'pl', { count: 3 })).toBe('c')
  })

  test('replaces placeholders within and around a plural, and formats large numbers', () => {
    const left = '{name}: {count, plural, one {# page} other {# pages of {title}}} left'
    expect(fill(left, 'en', { name: 'Mo', count: 12345, title: 'Emma' })).toBe('Mo: 12,345 pages of Emma left')
    expect(fill(left, 'en', { name: '{count}', count: 1, title: '' })).toBe('{count}: 1 page left')
    expect(fill('#{number}', 'en', { number: '7' })).toBe('#7')
  })

  test('says “le 1er” in French', () => {
    const monthly = (day: number) => fill(french['schedules.monthlyAt'], 'fr', { day, time: '03:00' })
    expect([1, 2].map(monthly)).toEqual(['Le 1er de chaque mois à 03:00', 'Le 2 de chaque mois à 03:00'])
  })

  test('leaves a placeholder without a value visible', () => {
    expect(fill('Delete {name}?', 'en')).toBe('Delete {name}?')
  })
})

describe('chooseLanguage', () => {
  const known = ['en', 'de'] as const
  test('prefers the saved language to those of the browser', () => {
    expect(chooseLanguage(known, 'de', ['en-US'])).toBe('de')
  })
  test('uses the first requested language that exists, whatever its region', () => {
    expect(chooseLanguage(known, null, ['fr-FR', 'de-AT', 'en'])).toBe('de')
  })
  test('falls back to English', () => {
    expect(chooseLanguage(known, 'xx', ['fr'])).toBe('en')
    expect(chooseLanguage(known, null, [])).toBe('en')
    // "den" is another language than "de".
    expect(chooseLanguage(known, null, ['den'])).toBe('en')
  })
})

/** Compiled, never run: a message is called with the places that its English text has. */
export const refusedByTheCompiler = (
  t: Translate<{ 'a.plain': Message; 'a.named': Message<'name'>; 'a.counted': Message<'count' | 'of'> }>,
) => [
  t('a.plain'),
  t('a.named', { name: 'Mo' }),
  // @ts-expect-error there is no such message
  t('a.other'),
  // @ts-expect-error its place has no value
  t('a.named'),
  // @ts-expect-error its place has another name
  t('a.named', { nam: 'Mo' }),
  // @ts-expect-error one of two is missing
  t('a.counted', { count: 1 }),
  // @ts-expect-error it has no places
  t('a.plain', { name: 'Mo' }),
  // @ts-expect-error so has an English file: this one has a place
  app('books.count'),
]
declare const app: Translate<typeof import('./en.json').default>
