import { expect, test } from 'bun:test'
import { type PlanQuestion, planList } from './plan'

const byTitle = [{ field: 'title', direction: 'asc' }] as const
const byNumber = [{ field: 'number', direction: 'asc' }] as const
const plain: PlanQuestion = {
  sort: byNumber,
  defaultSort: byTitle,
  page: 1,
  pageSize: 50,
  text: null,
  isRanked: false,
  isSparse: false,
  within: 'all',
}
const TOTAL = 10_000
const ranked: Partial<PlanQuestion> = { text: 'words', isRanked: true }

/** The question, the total, and the strategy with its options besides the window. */
const CASES: readonly [
  name: string,
  question: Partial<PlanQuestion>,
  total: number,
  sqlite: string,
  postgres: string,
][] = [
  ['one field', {}, TOTAL, 'in-order ordered cursors', 'in-order cursors'],
  ['of few rows', {}, 2000, 'in-order cursors', 'in-order cursors'],
  ['of very many rows', {}, 10_001, 'in-order ordered wide cursors', 'in-order cursors'],
  ['of very many rows, hidden too', { within: 'hidden too' }, 10_001, 'in-order ordered cursors', 'in-order cursors'],
  ['by two fields', { sort: [...byNumber, ...byTitle] }, TOTAL, 'in-order ordered', 'in-order'],
  ['mixed', { sort: [{ field: 'random', direction: 'asc', seed: 1 }] }, TOTAL, 'in-order ordered', 'in-order'],
  ['behind the last row', { page: 201 }, TOTAL, 'nothing', 'nothing'],
  ['by reading or a score', { isSparse: true }, TOTAL, 'sparse cursors', 'sparse cursors'],
  ['by reading or a score, words', { isSparse: true, text: 'words' }, TOTAL, 'sparse', 'sparse'],
  ['words, by number', { text: 'words' }, 20_000, 'in-order', 'in-order'],
  ['words that most rows have, by number', { text: 'words' }, 20_001, 'in-order ordered wide', 'in-order'],
  ['words, the best first', ranked, 500, 'best-first', 'best-first'],
  ['words that many have', ranked, 501, 'title-then-newest', 'title-then-newest'],
  ['words that most have', ranked, 20_001, 'title-then-newest ordered wide', 'title-then-newest'],
  ['words of hidden rows too', { ...ranked, within: 'hidden too' }, TOTAL, 'best-first', 'best-first'],
  ['words of a list of somebody', { ...ranked, within: 'named' }, TOTAL, 'best-first', 'best-first'],
  ['a list of somebody', { within: 'named' }, TOTAL, 'in-order ordered cursors', 'in-order cursors'],
  ['signs, the best first', { ...ranked, text: 'signs' }, TOTAL, 'best-first', 'best-first'],
  ['the best first of nothing typed', { isRanked: true }, TOTAL, 'in-order ordered cursors', 'in-order cursors'],
]

test.each(CASES)('%s', (_name, question, total, sqlite, postgres) => {
  const named = (dialect: 'sqlite' | 'postgres') => {
    const plan = planList({ ...plain, ...question }, total, dialect)
    const { isOrdered, isWide } = 'access' in plan ? plan.access : {}
    const hasCursors = 'hasCursors' in plan && plan.hasCursors
    return [plan.strategy, isOrdered && 'ordered', isWide && 'wide', hasCursors && 'cursors'].filter(Boolean).join(' ')
  }
  expect([named('sqlite'), named('postgres')]).toEqual([sqlite, postgres])
})

test('a page in the second half is read from the end unless all rows are sorted anyway', () => {
  const window = (question: Partial<PlanQuestion>, total: number) => {
    const plan = planList({ ...plain, ...question }, total, 'sqlite')
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
