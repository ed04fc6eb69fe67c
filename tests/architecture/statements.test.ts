import { expect, test } from 'bun:test'
import { isTest, places, sources } from './sources'

/** `.values(` of a statement with anything but one row: an object, or a call that builds one. */
const LIST_OF_ROWS = /\.values\((?!\s*\{|\)|\s*eb\s*=>|\s*(?:flow\)|row\)|rowOf\(|newRow\(|$))/
/** A list of rows over several lines. */
const ROWS_BEGUN = /\.values\(\s*\n\s*(?!\{|eb\s*=>)[\w.]*\.?(?:map\(|\[)/
/** Exceptions: what works in parts. */
const MAY = [
  'server/src/features/reading/progress/progress.store.ts',
  'server/src/features/people/access-groups/access-groups.store.ts',
]

test('lists are inserted by insertRows alone, so that no statement grows with the data of one file or request', () => {
  const server = sources().filter(source => source.path.startsWith('server/src/') && !isTest(source))
  const found = server
    .filter(({ path, text }) => !MAY.includes(path) && !path.includes('/testing') && text.includes('insertInto'))
    .flatMap(source => [
      ...places(source, LIST_OF_ROWS),
      ...(ROWS_BEGUN.test(source.text) ? [`${source.path}: rows of many lines`] : []),
    ])
  expect(found).toEqual([])
})

test('the rule finds an inserted list', () => {
  expect(
    ['.values(rows)', '.values([...rows])', '.values(names.map(name => ({ name })))'].every(sql =>
      LIST_OF_ROWS.test(sql),
    ),
  ).toBe(true)
  expect(
    ['.values({ a: 1 })', '.values(eb => ({', '.values(row)', '.values(newRow(a))', 'map.values()'].some(sql =>
      LIST_OF_ROWS.test(sql),
    ),
  ).toBe(false)
})

/** Comma-joined values, which grow with the request: `in` takes an array itself, and raw SQL a `valueList`. */
const JOINED_VALUES = /\bin \(\$\{(?:sql\.join|\w+\})|sql\.join\((?:\[\.\.\.|\w+\))/
/** Conditions and viewers have their own limits; others join columns and kinds named in the code. */
const MAY_JOIN = [
  'server/src/db/dialect/index.ts',
  'server/src/features/lists/',
  'server/src/features/people/access/visible.ts',
  'server/src/features/catalogue/facets/facets.store.ts',
]

test('lists of values are one parameter, so `in` takes any number of values', () => {
  const found = sources()
    .filter(({ path }) => path.startsWith('server/src/') && !path.includes('/testing'))
    .filter(source => !isTest(source) && !MAY_JOIN.some(path => source.path.startsWith(path)))
    .flatMap(source => places(source, JOINED_VALUES))
  expect(found).toEqual([])
})

test('the rule finds joined values', () => {
  const hole = (name: string) => `$\{${name}}`
  const seen = [
    `id in (${hole('sql.join(ids)')})`,
    'sql.join([...folders])',
    'sql.join(ids)',
    `id in (${hole('list')})`,
  ]
  expect(seen.every(text => JOINED_VALUES.test(text))).toBe(true)
  const passed = ['sql.join(parts, sql` and `)', `in ${hole('valueList(ids)')}`, 'in (select pk from x)']
  expect(passed.some(text => JOINED_VALUES.test(text))).toBe(false)
})
