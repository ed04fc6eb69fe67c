import { expect, test } from 'bun:test'
import { type Facts, type PlanQuestion, planList } from './plan'

const byTitle = [{ field: 'title', direction: 'asc' }] as const
const byNumber = [{ field: 'number', direction: 'asc' }] as const
const plain: PlanQuestion = {
  sort: byNumber,
  defaultSort: byTitle,
  page: 1,
  pageSize: 50,
  text: null,
  isRanked: false,
  hasCondition: false,
  isSparse: false,
  within: 'all',
  isOrderOfLibrary: false,
}
const facts: Facts = { total: 10_000, mostSorted: 500, many: 2000 }
const ranked: Partial<PlanQuestion> = { text: 'words', isRanked: true }

/** The question, the facts, and the strategy with its options besides the window. */
const CASES: readonly [
  name: string,
  question: Partial<PlanQuestion>,
  facts: Partial<Facts>,
  sqlite: string,
  postgres: string,
][] = [
  ['one field', {}, {}, 'in-order index library cursors', 'in-order index none cursors'],
  ['of few rows', {}, { total: 2000 }, 'in-order index none cursors', 'in-order index none cursors'],
  [
    'in an order of libraries',
    { isOrderOfLibrary: true },
    {},
    'in-order index visible cursors',
    'in-order index none cursors',
  ],
  ['by two fields', { sort: [...byNumber, ...byTitle] }, {}, 'in-order index library', 'in-order index none'],
  [
    'mixed',
    { sort: [{ field: 'random', direction: 'asc', seed: 1 }] },
    {},
    'in-order index library',
    'in-order index none',
  ],
  ['behind the last row', { page: 201 }, {}, 'nothing', 'nothing'],
  ['by reading or a score', { isSparse: true }, {}, 'sparse cursors', 'sparse cursors'],
  ['by reading or a score, words', { isSparse: true, text: 'words' }, {}, 'sparse', 'sparse'],
  ['words, by number', { text: 'words' }, {}, 'in-order index none', 'in-order index none'],
  [
    'words that most rows have, by number',
    { text: 'words' },
    { total: 20_001 },
    'in-order rows library',
    'in-order rows none',
  ],
  ['words, the best first', ranked, { total: 500 }, 'best-first', 'best-first'],
  ['words that many have', ranked, { total: 501 }, 'title-then-newest none', 'title-then-newest none'],
  ['words that most have', ranked, { total: 20_001 }, 'title-then-newest visible', 'title-then-newest none'],
  ['words of hidden rows too', { ...ranked, within: 'hidden too' }, {}, 'best-first', 'best-first'],
  ['words of a list of somebody', { ...ranked, within: 'named' }, {}, 'best-first', 'best-first'],
  ['a list of somebody', { within: 'named' }, {}, 'in-order index library cursors', 'in-order index none cursors'],
  ['by a condition', { hasCondition: true }, {}, 'in-order index library cursors', 'in-order index none cursors'],
  [
    'by a condition that many rows fulfil',
    { hasCondition: true },
    { total: 10_001, many: Number.POSITIVE_INFINITY },
    'in-order index none condition of rows cursors',
    'in-order index none cursors',
  ],
  ['signs, the best first', { ...ranked, text: 'signs' }, {}, 'best-first', 'best-first'],
  [
    'the best first of nothing typed',
    { isRanked: true },
    {},
    'in-order index library cursors',
    'in-order index none cursors',
  ],
]

test.each(CASES)('%s', (_name, question, known, sqlite, postgres) => {
  const named = (dialect: 'sqlite' | 'postgres') => {
    const plan = planList({ ...plain, ...question }, { ...facts, ...known }, dialect)
    const unindexed = plan.strategy === 'title-then-newest' ? plan.unindexed : ''
    const byIndex = { words: 'index', unindexed: 'none', condition: 'index' }
    const access =
      plan.strategy === 'in-order' ? { ...byIndex, ...plan.access } : { words: '', unindexed, condition: '' }
    const checked = access.condition === 'rows' ? 'condition of rows' : ''
    const cursors = 'hasCursors' in plan && plan.hasCursors ? 'cursors' : ''
    return [plan.strategy, access.words, access.unindexed, checked, cursors].filter(Boolean).join(' ')
  }
  expect([named('sqlite'), named('postgres')]).toEqual([sqlite, postgres])
})

test('a page in the second half is read from the end unless all rows are sorted anyway', () => {
  const window = (question: Partial<PlanQuestion>, total: number) => {
    const plan = planList({ ...plain, ...question }, { ...facts, total }, 'sqlite')
    return plan.strategy === 'nothing' ? null : plan.window
  }
  expect(window({ page: 200 }, 10_000)).toEqual({
    sort: [{ field: 'number', direction: 'desc' }],
    isReversed: true,
    limit: 50,
    offset: 0,
  })
  expect(window({ ...ranked, page: 10 }, 500)).toEqual({ sort: byTitle, isReversed: false, limit: 50, offset: 450 })
})
