import { expect, test } from 'bun:test'
import { renderTemplate } from './render'
import { TEMPLATE_LIMITS, TemplateError } from './values.rules'

const BOOK = {
  type: 'book',
  metadata: {
    title: 'Saga *1*',
    year: 2012,
    number: 1.5,
    volume: 0,
    manga: false,
    summary: null,
    authors: [
      { name: 'Brian K. Vaughan', role: 'writer' },
      { name: 'Fiona Staples', role: 'artist' },
    ],
    genres: ['Fantasy', 'Space opera'],
    tags: [],
  },
  externalIds: { 'plugin:anilist': { id: '30013', url: 'https://anilist.co/manga/30013' } },
  customMetadata: { shelf: 'B 12', constructor: 'own' },
}

const render = (template: string, data: object = BOOK) => renderTemplate(template, data, 'en')
const reason = (template: string) => {
  try {
    return render(template)
  } catch (error) {
    return error instanceof TemplateError ? error.reason : error
  }
}

// The language as described at handlebarsjs.com/guide.
test('values, paths, conditions, loops and the text around them match Handlebars', () => {
  for (const [template, made] of [
    ['{{metadata.year}} {{metadata.number}} {{metadata.volume}}', '2012 1.5 0'],
    ['{{metadata.missing}}{{metadata.missing.more}}{{metadata.summary}}', ''],
    ['{{externalIds.plugin:anilist.id}} {{customMetadata.shelf}}', '30013 B 12'],
    ['{{metadata.authors.[1].name}} {{metadata.genres.length}}', 'Fiona Staples 2'],
    ['{{#if metadata.year}}yes{{else}}no{{/if}} {{#if metadata.tags}}yes{{else}}no{{/if}}', 'yes no'],
    ['{{#unless metadata.manga}}not manga{{/unless}}', 'not manga'],
    ['{{#if metadata.manga}}a{{else if metadata.year}}b{{else}}c{{/if}}', 'b'],
    [
      '{{#each metadata.authors}}{{@index}} {{name}}{{#unless @last}}, {{/unless}}{{/each}}',
      '0 Brian K. Vaughan, 1 Fiona Staples',
    ],
    [
      '{{#each metadata.genres as |genre at|}}{{at}}{{genre}} {{../metadata.year}};{{/each}}',
      '0Fantasy 2012;1Space opera 2012;',
    ],
    ['{{#each metadata.tags}}x{{else}}none{{/each}}', 'none'],
    ['{{#each externalIds}}{{@key}}={{this.id}}{{/each}}', 'plugin:anilist=30013'],
    ['{{#with metadata}}{{year}} {{@root.type}}{{/with}}', '2012 book'],
    ['{{! a comment }}a  {{~ metadata.year ~}}  b', 'a2012b'],
  ] as const) {
    expect([template, render(template).replaceAll('\\', '')]).toEqual([template, made])
  }
})

test('helpers do what their names say', () => {
  for (const [template, made] of [
    ['{{uppercase metadata.type}}{{uppercase type}} {{lowercase "ÄB"}} {{capitalize "über"}}', 'BOOK äb Über'],
    [
      '{{join metadata.genres " / "}} {{first metadata.genres}} {{last metadata.genres}}',
      'Fantasy / Space opera Fantasy Space opera',
    ],
    ['{{count metadata.genres}} {{default metadata.summary "none"}} {{default metadata.volume 5}}', '2 none 0'],
    ['{{truncate "abcdef" 3}} {{replace "a.b.c" "." "$&"}} {{trim "  x "}}', 'abc… a$&b$&c x'],
    ['{{#eq metadata.year 2012}}same{{else}}other{{/eq}} {{#if (gt metadata.year 2000)}}new{{/if}}', 'same new'],
    [
      '{{#if (and metadata.year (not metadata.manga))}}a{{/if}}{{#if (or metadata.manga metadata.summary)}}b{{/if}}',
      'a',
    ],
    ['{{#if (includes metadata.genres "Fantasy")}}f{{/if}} {{lookup customMetadata "shelf"}}', 'f B 12'],
    ['{{date "2012-03-14T00:00:00Z" style="long"}} {{date "nonsense"}}', 'March 14, 2012 '],
    ['{{number 1234.5678 1}} {{urlencode "a b&c"}}', '1,234.6 a%20b%26c'],
  ] as const) {
    expect([template, render(template).replaceAll('\\', '')]).toEqual([template, made])
  }
})

test('values are text in Markdown, and Markdown themselves in three braces', () => {
  expect(render('{{metadata.title}}')).toBe('Saga \\*1\\*')
  expect(render('{{{metadata.title}}}')).toBe('Saga *1*')
  expect(render('{{customMetadata.x}}', { customMetadata: { x: '# a\n\n- b' } })).toBe('\\# a \\- b')
})

test('nothing of the language itself is reached', () => {
  for (const template of [
    '{{constructor}}{{__proto__}}{{toString}}',
    '{{metadata.constructor.name}}{{metadata.genres.constructor}}{{metadata.genres.map}}',
    '{{lookup metadata "constructor"}}{{lookup (lookup metadata "__proto__") "toString"}}',
    '{{#with constructor}}{{#with prototype}}x{{/with}}{{/with}}',
    '{{@root.constructor}}{{@root.__proto__.x}}{{../../..}}',
  ]) {
    expect([template, render(template)]).toEqual([template, ''])
  }
  // Only own members of the data.
  expect(render('{{customMetadata.constructor}}')).toBe('own')
  for (const [template, wrong] of [
    ['{{constructor "x"}}', 'helper'],
    ['{{toString metadata 1}}', 'helper'],
    ['{{> other}}', 'partial'],
    ['{{#> layout}}x{{/layout}}', 'partial'],
    ['{{* decorator}}', 'partial'],
    ['{{#if x}}', 'syntax'],
    ['{{unknown metadata.year}}', 'helper'],
  ] as const) {
    expect([template, reason(template)]).toEqual([template, wrong])
  }
})

test('a template that does too much ends with an error', () => {
  const list = Array.from({ length: 200 }, (_, at) => at)
  const loops = '{{#each list}}{{#each ../list}}{{#each ../../list}}{{/each}}{{/each}}{{/each}}'
  expect(() => render(loops, { list })).toThrow('steps')
  const text = 'x'.repeat(15_000)
  expect(() => render('{{a}}{{a}}', { a: text })).toThrow('output')
  expect(reason(`${'{{#if type}}'.repeat(60)}${'{{/if}}'.repeat(60)}`)).toBe('depth')
  expect(reason(`{{not ${'(not '.repeat(60)}1${')'.repeat(60)}}}`)).toBe('depth')
  expect(reason('x'.repeat(TEMPLATE_LIMITS.size + 1))).toBe('size')
  expect(() => render('{{count (replace a "x" a)}}', { a: text })).toThrow('output')
  expect(() => render('{{count (join list a)}}', { list, a: text })).toThrow('output')
})

test('long texts and long paths count as much work', () => {
  const list = Array.from({ length: 4_000 }, (_, at) => at)
  const summary = 'word '.repeat(10_000)
  for (const condition of ['(urlencode ../summary)', '(count ../words)', `a${'.a'.repeat(8_000)}`]) {
    const data = { list, summary, words: [summary] }
    expect(() => renderTemplate(`{{#each list}}{{#if ${condition}}}{{/if}}{{/each}}`, data, 'en')).toThrow('steps')
  }
  expect(renderTemplate('{{truncate (uppercase summary) 4}}', { summary }, 'en')).toBe('WORD…')
})
