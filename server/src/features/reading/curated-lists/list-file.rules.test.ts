import { expect, test } from 'bun:test'
import { LIMITS } from '../../../kernel/limits'
import { readListFile } from './list-file.rules'

const list = (books: string) => Buffer.from(`<ReadingList><Name>N</Name><Books>${books}</Books></ReadingList>`)

test('comments are skipped, and an unterminated one is refused quickly', () => {
  const { entries } = readListFile(list('<Book Series="A"/><!-- <Book Series="B"/> --><!----><Book Series="C"/>'))
  expect(entries.map(({ series }) => series)).toEqual(['A', 'C'])
  expect(() => readListFile(list('<Book Series="A"/><!-- never'))).toThrow('The list cannot be read')
  const many = '<!--'.repeat(LIMITS.curatedLists.fileBytes / 4 - 100)
  expect(() => readListFile(list(many))).toThrow('The list cannot be read')
})
