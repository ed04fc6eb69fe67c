import { expect, test } from 'bun:test'
import { searchWords } from '../../../kernel/search-words'
import { findWords, markWords } from './mark-words'

const asked = (typed: string, others: Record<string, string[]> = {}) =>
  searchWords(typed, 20).map(word => ({ ...word, others: others[word.text] ?? [] }))

/** The text with brackets around marked parts. */
function shown(text: string, typed: string, others?: Record<string, string[]>): string {
  let result = ''
  let from = 0
  for (const { start, end } of markWords(text, asked(typed, others)).ranges) {
    result += `${text.slice(from, start)}[${text.slice(start, end)}]`
    from = end
  }
  return result + text.slice(from)
}

test('marks beginnings of words in the text as it is written', () => {
  expect(shown('Batman: Year One', 'one bat')).toBe('[Bat]man: Year [One]')
  expect(shown('Señor Élan', 'senor ELA')).toBe('[Señor] [Éla]n')
  expect(shown('Sen\u0303or', 'señ')).toBe('[Sen\u0303]or')
  expect(shown('The ﬁrst', 'fi')).toBe('The [ﬁ]rst')
  expect(shown('Acrobat', 'bat')).toBe('Acrobat')
})

test('marks any part of a text without spaces, as one', () => {
  expect(shown('進撃の巨人 1', 'の巨人')).toBe('進撃[の巨人] 1')
  expect(shown('한국 만화', '만화')).toBe('한국 [만화]')
  expect(shown('한국'.normalize('NFD'), '한국')).toBe(`[${'한국'.normalize('NFD')}]`)
  expect(shown('😀 𠮷野', '𠮷野')).toBe('😀 [𠮷野]')
})

test('marks a word matched despite a typo, and the matching part of a word', () => {
  expect(shown('Batman begins', 'batmna', { batmna: ['batman'] })).toBe('[Batman] begins')
  expect(shown('Batman begins', 'atman', { atman: ['batman'] })).toBe('B[atman] begins')
})

test('returns how each word matched', () => {
  expect(markWords('Batman: Year One', asked('year bat zzz')).found).toEqual(['whole', 'beginning', null])
  expect(markWords('Batman', asked('batmna', { batmna: ['batman'] })).found).toEqual(['other'])
})

test('finds in a text folded whole what is marked in it character by character', () => {
  const texts = [
    'Batman: Year One',
    'Señor Élan',
    'Sen\u0303or',
    'The ﬁrst',
    '進撃の巨人 1',
    '한국'.normalize('NFD'),
    '😀 𠮷野',
    'İstanbul Straße',
  ]
  for (const text of texts)
    for (const typed of ['one bat', 'senor ELA', 'fi', 'の巨人', '한국', '𠮷野', 'istanbul strasse', 'first']) {
      const { phrase, found } = markWords(text, asked(typed))
      expect(findWords(text, asked(typed))).toEqual({ phrase, found })
    }
})
