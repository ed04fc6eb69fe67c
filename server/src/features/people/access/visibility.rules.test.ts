import { expect, test } from 'bun:test'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { mayHear } from './audience'
import { reasonsOf } from './reasons.rules'
import { seesSeries } from './seen.rules'
import { type Limits, visibilityOf, within } from './visibility.rules'

const [KIDS, SECRET, MANGA] = [1, 2, 3]
/** Sets of tags by key. */
const SETS = [
  { pk: 10, tagPks: [KIDS] },
  { pk: 11, tagPks: [SECRET] },
  { pk: 12, tagPks: [KIDS, SECRET] },
  { pk: 13, tagPks: [MANGA] },
]
const NONE: Limits = { group: null, libraryPks: null, age: null, grants: [] }
const allow = (tagPk: number) => ({ tagPk, mode: 'allow' as const })
const deny = (tagPk: number) => ({ tagPk, mode: 'deny' as const })
const of = (...limits: Partial<Limits>[]) =>
  visibilityOf(
    limits.map(each => ({ ...NONE, ...each })),
    SETS,
  )
const series = (sharing_set_pk: number | null = null, age: number | null = null, library_pk = 1) => ({
  library_pk,
  sharing_set_pk,
  age,
})
const sees = (visibility: ReturnType<typeof of>, row: ReturnType<typeof series>) =>
  seesSeries({ ...SYSTEM_VIEWER, visibility }, row)

test('without limits everything is seen', () => {
  expect(of({}, {})).toEqual({ kind: 'all' })
})

test('libraries of a user and of groups add up; none means no access', () => {
  expect(of({ libraryPks: [3, 1] }, { libraryPks: [2, 3] }, {})).toEqual({ kind: 'libraries', libraryPks: [1, 2, 3] })
  expect(of({ libraryPks: [] })).toEqual({ kind: 'libraries', libraryPks: [] })
})

test('a denied tag hides, also where another is allowed', () => {
  const without = of({ grants: [deny(SECRET)] })
  expect([null, 10, 11, 12, 13].map(set => sees(without, series(set)))).toEqual([true, true, false, false, true])
  const both = of({ grants: [allow(KIDS)] }, { grants: [deny(SECRET)] })
  expect([null, 10, 11, 12, 13].map(set => sees(both, series(set)))).toEqual([false, true, false, false, false])
})

test('a child sees what both the child and the guardian see', () => {
  const own = [
    of(),
    of({ libraryPks: [1, 2] }),
    of({ age: { limit: 9, unrated: true } }),
    of({ grants: [allow(KIDS)] }),
    of({ grants: [deny(SECRET)], libraryPks: [2] }),
    of({ grants: [allow(MANGA), deny(KIDS)], age: { limit: 16, unrated: false } }),
    of({ libraryPks: [] }),
  ]
  const rows = [null, 10, 11, 12, 13].flatMap(set =>
    [null, 6, 12, 18].flatMap(age => [1, 2, 3].map(library => series(set, age, library))),
  )
  for (const child of own) {
    for (const guardian of own) {
      const both = within(child, guardian)
      expect(rows.map(row => sees(both, row))).toEqual(rows.map(row => sees(child, row) && sees(guardian, row)))
    }
  }
})

test('an allowed tag hides items without any allowed one', () => {
  const only = of({ grants: [allow(KIDS)] }, { grants: [allow(MANGA)] })
  expect([null, 10, 11, 12, 13].map(set => sees(only, series(set)))).toEqual([false, true, false, true, true])
  expect(sees(of({ grants: [allow(KIDS), deny(KIDS)] }), series(10))).toBe(false)
})

test('a newly created set of tags is hidden until it is known', () => {
  expect(sees(of({ grants: [deny(SECRET)] }), series(99))).toBe(false)
})

test('the strictest age counts, and unrated items are shown only if all agree', () => {
  const lax = { limit: 16, unrated: true }
  const strict = { limit: 12, unrated: false }
  expect([0, 16, 17, null].map(age => sees(of({ age: lax }), series(null, age)))).toEqual([true, true, false, true])
  expect([12, 13, null].map(age => sees(of({ age: lax }, { age: strict }), series(null, age)))).toEqual([
    true,
    false,
    false,
  ])
})

test('rules of every kind hold together', () => {
  const all = of({ libraryPks: [1], age: { limit: 12, unrated: true }, grants: [allow(KIDS)] })
  expect(sees(all, series(10, 10))).toBe(true)
  for (const row of [series(10, 10, 2), series(10, 13), series(13, 10), series(null, 10)])
    expect(sees(all, row)).toBe(false)
})

test('viewers with partial access get events of visible series, and none of a library as a whole', () => {
  const viewer = {
    ...SYSTEM_VIEWER,
    permissions: new Set(['books-read', 'series-read', 'libraries-read', 'tasks-read'] as const),
    visibility: of({ age: { limit: 12, unrated: false } }),
  }
  const ids = { bookId: 'b', seriesId: 's', libraryId: 'l' }
  const book = { channel: 'entity', event: { type: 'book_created', ...ids }, to: { libraryPk: 1 } } as const
  expect(mayHear(viewer, book, () => series(null, 12))).toBe(true)
  expect(mayHear(viewer, book, () => series(null, 13))).toBe(false)
  expect(mayHear(viewer, book, () => undefined)).toBe(false)
  expect(mayHear(viewer, book)).toBe(false)
  const library = {
    channel: 'entity',
    event: { type: 'library_updated', libraryId: 'l' },
    to: { libraryPk: 1 },
  } as const
  expect(mayHear(viewer, library, () => null)).toBe(true)
  const scan = { channel: 'scan', event: {} as never, to: { libraryPk: 1 } } as const
  expect(mayHear(viewer, scan, () => null)).toBe(false)
  const control = { channel: 'control', event: { type: 'task_control_changed' }, to: {} } as const
  expect(mayHear(viewer, control, () => null)).toBe(true)
})

test('an explanation hides what the gate hides, and nothing else', () => {
  const libraries = [null, [1], [2], []]
  const ages = [null, { limit: 12, unrated: true }, { limit: 10, unrated: false }]
  const grants = [[], [deny(SECRET)], [allow(KIDS)], [allow(KIDS), deny(SECRET)]]
  const single = libraries.flatMap(libraryPks =>
    ages.flatMap(age => grants.map((own): Limits => ({ group: null, libraryPks, age, grants: own }))),
  )
  let compared = 0
  for (const one of single) {
    for (const other of single) {
      const visibility = visibilityOf([one, other], SETS)
      for (const set of [null, ...SETS]) {
        for (const age of [null, 8, 11, 18]) {
          const facts = series(set?.pk ?? null, age)
          const isHidden = reasonsOf([one, other], facts, set?.tagPks ?? []).some(({ hides }) => hides)
          expect(isHidden).toBe(!sees(visibility, facts))
          compared++
        }
      }
    }
  }
  expect(compared).toBe(48 * 48 * 5 * 4)
})
