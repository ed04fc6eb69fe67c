import type { FieldEdit } from '@octavo/contract/fields'

/** An invalid value of a field, with the path within the field that the answer names. */
export type Wrong = readonly [value: unknown, at?: string]

/** 60 KB. */
export const HUGE = 'x'.repeat(60_000)
/** A name that reads as another one: `gpj.exe`. */
export const REVERSED = '\u202eexe.jpg'
const UNSEEN = '\u200b\u2060'
const BELL = 'a\u0007b'
const LINES = 'two\nlines'
const LABELS: readonly unknown[] = [' ', HUGE, REVERSED, BELL, LINES, UNSEEN, 'x'.repeat(201)]
const TEXTS: readonly unknown[] = [HUGE, REVERSED, BELL, LINES, UNSEEN, 'x\u2067y', 'x'.repeat(1001)]

/** The check digits are wrong (ISO 2108), or it is no ISBN at all. */
const ISBNS = [
  '9780306406158',
  '978-3-16-148410-1',
  '0306406153',
  '030640615X',
  '9771234567898',
  '12',
  'x',
  '9780306406157, 1',
]

/** Invalid values of a field kind with the right JSON type. */
export function wrongValues(field: FieldEdit): readonly Wrong[] {
  const plain = (values: readonly unknown[]): Wrong[] => values.map(value => [value])
  switch (field.value) {
    case 'line':
      return plain(TEXTS)
    case 'prose':
      return plain(['x'.repeat(100_001), BELL, '\u001b[31mred'])
    case 'language':
      return plain(['not a language', '<b>en</b>', 'e', 'en_', HUGE])
    case 'year':
      return plain([0, -1, 10_000, 2_147_483_648, 1e300])
    case 'count':
      return plain([-1, 100_001, 1e300])
    case 'whole':
      return plain([field.min - 1, field.max === undefined ? 2_147_483_648 : field.max + 1])
    case 'decimal':
      return plain([-0.5, 1e7])
    case 'choice':
      return plain(['none of them', '', HUGE, 'constructor', '__proto__'])
    case 'list':
      return plain([...ISBNS, HUGE, REVERSED])
    case 'labels':
      return [
        ...LABELS.map((value): Wrong => [['fine', value], '.1']),
        [Array.from({ length: 100_000 }, (_, index) => `${index}`)],
      ]
    case 'people':
      return [
        ...[' ', HUGE, REVERSED, BELL].map((name): Wrong => [[{ name, role: 'writer' }], '.0.name']),
        [[{ name: 'Ann', role: 'writer', sortName: HUGE }], '.0.sortName'],
        [[{ name: 'Ann', role: 'king' }], '.0.role'],
        [Array.from({ length: 501 }, (_, index) => ({ name: `${index}`, role: 'writer' }))],
      ]
    case 'flag':
      return []
  }
}

type Form = readonly [method: string, path: string, body: object, at: string]
const url = (text: string) => `https://example.org/${text}`

/** Forms whose fields are not in the registry, with invalid values for each. */
export function otherForms(
  ids: Readonly<Record<'book' | 'series' | 'library' | 'genre' | 'cover' | 'title', string>>,
): readonly Form[] {
  const [book, series] = [`books/${ids.book}`, `series/${ids.series}`]
  const forms: Form[] = []
  const add = (method: string, path: string, body: object, at: string) => forms.push([method, path, body, at])

  for (const label of LABELS.filter(text => text !== 'x'.repeat(201))) {
    add('POST', `${series}/alternate-titles`, { label, title: 'T' }, 'label')
    add('POST', `${series}/alternate-titles`, { label: 'L', title: label }, 'title')
    add('PATCH', `${series}/alternate-titles/${ids.title}`, { label }, 'label')
    add('PATCH', `${series}/alternate-titles/${ids.title}`, { title: label }, 'title')
    for (const path of [book, series]) {
      for (const kind of ['genres', 'tags']) {
        add('POST', `${path}/${kind}`, { name: label }, 'name')
        add('PUT', `${path}/${kind}`, { [kind]: ['fine', label] }, `${kind}.1`)
      }
      add('POST', `${path}/external-ids`, { source: label, externalId: '1' }, 'source')
      add('POST', `${path}/external-ids`, { source: 'x', externalId: label }, 'externalId')
      add('POST', `${path}/external-links`, { sourceName: label, url: url('') }, 'sourceName')
    }
    add('POST', `${series}/external-ratings`, { sourceName: label, rating: 5 }, 'sourceName')
    add('PATCH', `facets/genre/${ids.genre}`, { name: label }, 'name')
    add('POST', `facets/genre/${ids.genre}/aliases`, { name: label }, 'name')
    for (const kind of ['genres', 'tags']) {
      add('POST', `books/bulk/${kind}`, { bookIds: [ids.book], add: [label] }, 'add.0')
      add('POST', `series/bulk/${kind}`, { seriesIds: [ids.series], add: [label] }, 'add.0')
      for (const what of ['books', 'series']) {
        for (const change of ['add', 'replace']) {
          const body = { selection: { all: true }, action: { type: kind, [change]: [label] } }
          add('POST', `${what}/bulk/edits/preview`, body, `action.${change}.0`)
          add('POST', `${what}/bulk/edits`, body, `action.${change}.0`)
        }
      }
    }
  }
  for (const path of [book, series]) {
    for (const wrong of ['javascript:alert(1)', 'ftp://example.org', 'https://u:p@example.org', url(HUGE), 'x']) {
      add('POST', `${path}/external-links`, { sourceName: 'x', url: wrong }, 'url')
      add('POST', `${path}/external-ids`, { source: 'x', externalId: '1', externalUrl: wrong }, 'externalUrl')
    }
    add('POST', `${path}/external-ids`, { source: 'isbn', externalId: '978-3-16-148410-1' }, 'externalId')
    for (const [rating, at] of [
      [0, 'rating'],
      [101, 'rating'],
    ] as const)
      add('PUT', `${path}/rating`, { rating }, at)
    add('PUT', `${path}/rating`, { rating: 5, notes: HUGE }, 'notes')
    add('PUT', `${path}/rating`, { rating: 5, notes: BELL }, 'notes')
    for (const custom of [
      { a: 'x'.repeat(65_536) },
      Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [at, 1])),
    ]) {
      add('PATCH', `${path}/metadata`, { customMetadata: custom }, 'customMetadata')
    }
  }
  for (const rating of [-1, 100.5, 1e300])
    add('POST', `${series}/external-ratings`, { sourceName: 'x', rating }, 'rating')
  add('POST', `${series}/external-ratings`, { sourceName: 'x', rating: 5, voteCount: -1 }, 'voteCount')
  for (const path of [book, series, `libraries/${ids.library}`]) {
    for (const page of [0, -1, 1_000_001]) add('POST', `${path}/covers`, { page, bookId: ids.book }, 'page')
    add('POST', `${path}/covers`, { url: url(HUGE) }, 'url')
    const whole = { x: 0, y: 0, width: 1, height: 1 }
    for (const [change, at] of [
      [{ x: -1 }, '.x'],
      [{ y: 2 }, '.y'],
      [{ width: 0 }, '.width'],
      [{ height: 1.5 }, '.height'],
      [{ x: 0.5 }, ''],
    ] as const) {
      add('POST', `${path}/covers`, { generated: true, crop: { ...whole, ...change } }, `crop${at}`)
      add('PATCH', `${path}/covers/${ids.cover}`, { crop: { ...whole, ...change } }, `crop${at}`)
    }
  }
  add('PATCH', `${series}/cover/source`, { source: HUGE }, 'source')
  for (const name of [
    'writer',
    'penciller',
    'inker',
    'colorist',
    'letterer',
    'coverArtist',
    'editor',
    'translator',
    'genre',
  ]) {
    const many = Array.from({ length: 501 }, (_, index) => index).join()
    for (const value of [HUGE, 'x'.repeat(501), REVERSED, BELL, many]) {
      add('PATCH', `${book}/metadata`, { [name]: value }, name)
      add('PUT', `${book}/metadata`, { [name]: value }, name)
    }
  }
  for (const [award, at] of [
    [{ name: ' ', won: true }, 'name'],
    [{ name: HUGE, won: true }, 'name'],
    [{ name: 'Eisner', won: true, category: REVERSED }, 'category'],
    [{ name: 'Eisner', won: true, year: 0 }, 'year'],
  ] as const) {
    add('PATCH', `${book}/metadata`, { awards: [award] }, `awards.0.${at}`)
  }
  add('PATCH', `facets/genre/${ids.genre}`, { sortName: REVERSED }, 'sortName')
  add('PATCH', `facets/genre/${ids.genre}`, { description: HUGE }, 'description')
  for (const link of ['javascript:alert(1)', url(HUGE)])
    add('PATCH', `facets/genre/${ids.genre}`, { links: [link] }, 'links.0')
  add('POST', `facets/genre/${ids.genre}/merge`, { facetIds: [] }, 'facetIds')
  add('PATCH', book, { title: REVERSED }, 'title')
  add('PATCH', book, { number: -1 }, 'number')
  add('PATCH', series, { title: HUGE }, 'title')
  add('POST', `${book}/metadata/revert`, { field: HUGE }, 'field')
  add('POST', `${series}/metadata/revert`, {}, 'editId')
  return forms
}
