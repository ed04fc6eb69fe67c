import { expect, test } from 'bun:test'
import { type Move, type PreviousPlace, previousAfter } from './place-history.rules'

const SECOND = 1000
const at = (page: number) => ({ page, percentage: null, completed: false, startedAt: 0, completedAt: null })
const move = (from: number | null, to: number | null, more: Partial<Move> = {}): Move => ({
  from: from === null ? null : at(from),
  to: to === null ? null : at(to),
  deliberate: false,
  elapsedMs: 60 * SECOND,
  ...more,
})
/** The page for an undo after a series of moves; undefined without one, null for "unread". */
const backTo = (...moves: readonly Move[]) => {
  const none = { previous: null as PreviousPlace | null, jumped: false }
  const { previous } = moves.reduce((known, each) => previousAfter(known, each), none)
  return previous === null ? undefined : (previous.place?.page ?? null)
}

test.each([
  ['a page turn', [move(10, 11)], undefined],
  ['a page turn back', [move(10, 8)], undefined],
  ['ten pages in a minute', [move(10, 20)], undefined],
  ['the beginning of a book', [move(null, 150)], undefined],
  ['a jump by an app that does not say so: back', [move(80, 1)], 80],
  ['and on, further than anybody reads', [move(10, 200)], 10],
  ['pages of days', [move(10, 200, { elapsedMs: 86_400 * SECOND })], undefined],
  ['a place of which nobody knows when it was read', [move(10, 200, { elapsedMs: null })], undefined],
  ['a page turn on purpose', [move(10, 11, { deliberate: true })], 10],
  ['a mark', [move(10, null, { deliberate: true })], 10],
  ['a first place on purpose', [move(null, 3, { deliberate: true })], null],
  ['several jumps', [move(80, 1), move(1, 40, { elapsedMs: SECOND }), move(40, 20)], 80],
  ['a jump, and reading on', [move(80, 10), move(10, 11), move(11, 30)], 80],
  ['two jumps with reading between', [move(80, 10), move(10, 11), move(11, 2)], 11],
  ['the same place again', [move(80, 10), move(10, 10), move(10, 60, { elapsedMs: SECOND })], 80],
] as const)('after %s', (_name, moves, expected) => {
  expect(backTo(...moves)).toBe(expected as number | null | undefined)
})
