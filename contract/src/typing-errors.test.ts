import { expect, test } from 'bun:test'
import { errorsToPrefixes, typingErrors } from './typing-errors'

test('added, missing, wrong and swapped letters are one typing error each', () => {
  const pairs = [
    ...[
      ['', '', 0],
      ['', 'port', 4],
      ['port', '', 4],
      ['port', 'port', 0],
    ],
    ...[
      ['pport', 'port', 1],
      ['prt', 'port', 1],
      ['pork', 'port', 1],
      ['prot', 'port', 1],
    ],
    ...[
      ['kitten', 'sitting', 3],
      ['trop', 'port', 3],
      ['tar', 'rat', 2],
      ['ca', 'abc', 3],
      ['cafe\u0301', 'café', 2],
    ],
  ] as const
  for (const [typed, word, errors] of pairs) {
    expect([typed, word, typingErrors(typed, word)]).toEqual([typed, word, errors])
    expect([word, typed, typingErrors(word, typed)]).toEqual([word, typed, errors])
  }
})

test('a word is compared with each beginning of another', () => {
  expect(errorsToPrefixes('bta', 'batman')).toEqual([3, 2, 1, 1, 2, 2, 3])
  expect(errorsToPrefixes('', 'ab')).toEqual([0, 1, 2])
})
