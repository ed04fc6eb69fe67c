// Messages are in JSON files that translation tools can open; every language has the same keys as English.
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogueFolders, catalogueProblems, problemsOf } from '../../web/catalogues/check'
import { placesOf } from '../../web/catalogues/icu'

test('every language has every message with the placeholders of the English one, and the types are up to date', () => {
  expect(catalogueFolders().length).toBeGreaterThan(10)
  expect(catalogueProblems()).toEqual([])
})

test('no German heading ends with a verb after a name: a long name would push it out of sight', () => {
  const headings = textsOf('de').filter(([key]) => /(?:Title|\.title|\.heading)$/.test(key))
  expect(headings.length).toBeGreaterThan(20)
  expect(headings.filter(([, text]) => /\{(?:name|title)\}.* \p{Ll}+n\??$/u.test(text))).toEqual([])
})

test('French has its narrow spaces, and no sign stands alone on a line', () => {
  const wrong = (language: string, sign: RegExp) =>
    textsOf(language).filter(([, text]) => sign.test(text.replaceAll('?token', '')))
  // A no-break space inside quotes and before a colon, a narrow one before the other signs.
  expect(wrong('fr', / [:;!?%»]|« |\u00a0[;!?]|\u202f[:»]|[^\s:/(]:(?!\/\/|\w)/)).toEqual([])
  expect(wrong('de', /[^\u00a0]…$| %/)).toEqual([])
  expect(wrong('es', / %/)).toEqual([])
})

/** Every text of a language, with its key. */
function textsOf(language: string): [string, string][] {
  const sources = join(import.meta.dirname, '../../web/src')
  return catalogueFolders().flatMap(folder =>
    Object.entries<string>(JSON.parse(readFileSync(join(sources, folder, `${language}.json`), 'utf8'))),
  )
}

describe('problems of a language', () => {
  const english = { 'a.hello': 'Hello {name}', 'a.books': '{count, plural, one {# book} other {# books}}' }
  const polish = { 'a.hello': 'Witaj {name}', 'a.books': '{count, plural, one {# tom} few {# tomy} other {# tomów}}' }

  test('none with its own plural forms', () => {
    expect(problemsOf(english, 'pl', polish)).toEqual([])
  })

  test.each([
    ['a missing message', { 'a.hello': polish['a.hello'] }, 'a.books is missing'],
    ['a message too many', { ...polish, 'a.old': 'x' }, 'a.old is no message of the English file'],
    ['an empty message', { ...polish, 'a.hello': ' ' }, 'a.hello is empty'],
    ['a renamed place', { ...polish, 'a.hello': 'Witaj {imie}' }, 'a.hello has the places imie and not name'],
    ['a lost place', { ...polish, 'a.hello': 'Witaj' }, 'a.hello has the places (none) and not name'],
    ['an open brace', { ...polish, 'a.hello': 'Witaj {name' }, 'a.hello has an opening brace too many'],
    [
      'a plural form of another language',
      { ...polish, 'a.books': '{count, plural, two {# tomy} other {# tomów}}' },
      'a.books has a plural with two: its forms are few, many, one, other',
    ],
    [
      'a plural without its last form',
      { ...polish, 'a.books': '{count, plural, one {# tom}}' },
      'a.books has a plural without other',
    ],
  ] as const)('%s', (_, texts, problem) => {
    expect(problemsOf(english, 'pl', texts)).toEqual([problem])
  })
})

test('placeholders are found within plural forms', () => {
  expect(placesOf('{name}: {count, plural, one {# page} other {# pages of {title}}}', 'en')).toEqual([
    'count',
    'name',
    'title',
  ])
})
