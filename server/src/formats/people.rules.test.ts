import { expect, test } from 'bun:test'
import { isSignature, withoutAddresses } from './people.rules'

const PROGRAMS = [
  ...['ImageMagick 7.1', 'Adobe InDesign CC', 'Adobe InDesign CC 2015 (Macintosh)', 'Microsoft Word', 'Writer'],
  ...['Microsoft® Word 2016', 'Microsoft Office User', 'calibre 5.0.1', 'calibre (7.0)', 'Acrobat Distiller 9.0'],
  'calibre (5.0.1) [https://calibre-ebook.com]',
]
const ADDRESSES = ['https://imagemagick.org', 'www.example.org', ' HTTP://a\nb']
const PEOPLE = [
  ...['Herman Melville', 'Andy Writer', 'Writer 1', 'Adobe', 'Adobe Jones', 'Mary Word', 'Word Jones', 'Latex Larry'],
  ...['Studio Clamp', 'J.R.R. Tolkien', 'will.i.am', 'W.W. Norton', 'www', 'Ph.D. (hon.)'],
]

test('programs and addresses sign no PDF; people with such names do', () => {
  const names = [...PROGRAMS, ...ADDRESSES, ...PEOPLE]
  expect(names.filter(isSignature)).toEqual(PEOPLE)
})

test('an address is no person in any file; a name that is also a program may be', () => {
  const people = [...ADDRESSES, ...PEOPLE, 'Word', 'Acrobat'].map(name => ({ name, role: 'writer', sortName: null }))
  expect(withoutAddresses(people).map(({ name }) => name)).toEqual([...PEOPLE, 'Word', 'Acrobat'])
})

test('a long name takes no time', () => {
  const began = performance.now()
  for (const part of ['a', '1', '.', ' ', '(', 'calibre ', 'adobe ', 'www.']) {
    for (const start of ['', 'calibre ', 'calibre v', 'calibre (']) isSignature(`${start}${part.repeat(1_000_000)}x`)
  }
  expect(performance.now() - began).toBeLessThan(2_000)
})
