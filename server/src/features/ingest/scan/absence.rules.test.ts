import { expect, test } from 'bun:test'
import { datedAbsences, type Evidence, judgeAbsence } from './absence.rules'
import type { KnownBook } from './scan.types'

const books = (count: number, folder = 'A'): KnownBook[] =>
  Array.from({ length: count }, (_, pk) => {
    const stamp = { size: 1, modifiedMs: 1, inode: 1 }
    return { pk, seriesPk: 1, folderPk: 1, path: `${folder}/${pk}.cbz`, stamp, sidecars: null, deleted: false }
  })

function judged(part: Partial<Evidence>) {
  const { gone, absences } = judgeAbsence({
    root: '/lib',
    known: 10,
    files: 5,
    gone: [],
    lost: new Map(),
    confirmed: [],
    ...part,
  })
  return [gone.length, absences.map(({ path, reason, books }) => [path, reason, books])]
}

test.each<[string, Partial<Evidence>, unknown]>([
  ['a fifth is gone', { gone: books(2) }, [2, []]],
  ['more than a fifth is a question', { gone: books(3) }, [0, [['', 'many_gone', 3]]]],
  ['one book is gone, however small the library', { known: 1, gone: books(1), files: 1 }, [1, []]],
  ['no file at all is a question, even for one book', { known: 1, gone: books(1), files: 0 }, [0, [['', 'empty', 1]]]],
  [
    'a lost disk is a question, even for one book',
    { gone: books(1), lost: new Map([['A', 'unmounted']]) },
    [0, [['A', 'unmounted', 1]]],
  ],
  [
    'a lost disk does not count in the share',
    { known: 20, gone: [...books(9), ...books(2, 'B')], lost: new Map([['A', 'empty']]) },
    [2, [['A', 'empty', 9]]],
  ],
  [
    'the innermost lost disk has the book',
    {
      gone: books(1, 'A/B'),
      lost: new Map([
        ['A', 'empty'],
        ['A/B', 'unmounted'],
      ]),
    },
    [0, [['A/B', 'unmounted', 1]]],
  ],
  [
    'a name that only begins alike is elsewhere',
    { gone: books(1, 'AB'), lost: new Map([['A', 'unmounted']]) },
    [1, []],
  ],
  [
    'the disk of the whole library',
    { gone: books(1), lost: new Map([['', 'unmounted']]) },
    [0, [['', 'unmounted', 1]]],
  ],
  [
    'what a person confirmed is gone',
    { gone: books(3), confirmed: [{ path: '', reason: 'many_gone', books: 3 }] },
    [3, []],
  ],
  [
    'a larger loss than the confirmed one is a question',
    { gone: books(4), confirmed: [{ path: '', reason: 'many_gone', books: 3 }] },
    [0, [['', 'many_gone', 4]]],
  ],
  [
    'another loss than the confirmed one is a question',
    { gone: books(3), files: 0, confirmed: [{ path: '', reason: 'many_gone', books: 3 }] },
    [0, [['', 'empty', 3]]],
  ],
])('%s', (_, part, expected) => {
  expect<unknown>(judged(part)).toEqual(expected)
})

test('a path counts as missing since it was first found missing, with the first reason', () => {
  const absence = { path: 'A', reason: 'empty' as const, message: '', books: 1, mayConfirm: true }
  const before = [{ ...absence, since: '2026-01-01T00:00:00Z' }]
  const dates = [absence, { ...absence, reason: 'unmounted' as const }, { ...absence, path: 'B' }]
  const now = Date.UTC(2026, 1, 1)
  expect(datedAbsences(dates, before, now).map(({ since }) => since.slice(0, 10))).toEqual([
    '2026-01-01',
    '2026-02-01',
    '2026-02-01',
  ])
})
