import { expect, test } from 'bun:test'
import { archiveNames, safeName } from './archive-names.rules'

test.each([
  ['進撃の巨人 第1巻.cbz', '進撃の巨人 第1巻.cbz'],
  ['What? A: "Test" <1>|*.cbz', 'What_ A_ _Test_ _1___.cbz'],
  ['../../etc/passwd', '.._.._etc_passwd'],
  ['CON', '_CON'],
  ['aux.cbz', '_aux.cbz'],
  ['console.cbz', 'console.cbz'],
  ['Ends with a dot.', 'Ends with a dot_'],
  ['tab\tnew\nline.epub', 'tab_new_line.epub'],
  ['', '_'],
])('%j can be unpacked on Windows as %j', (name, safe) => expect(safeName(name)).toBe(safe))

test('a long name is cut between characters and keeps its extension', () => {
  const name = safeName(`${'巻'.repeat(200)}.cbz`)
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240)
  expect(name).toMatch(/^巻+\.cbz$/)
})

test('names that are equal or differ only in case are numbered', () => {
  const names = ['a.cbz', 'A.cbz', 'a.cbz', 'a (1).cbz', 'b']
  expect(archiveNames(names.map(name => ({ name, folder: null })))).toEqual([
    'a.cbz',
    'A (1).cbz',
    'a (2).cbz',
    'a (1) (1).cbz',
    'b',
  ])
})

test('the folder is part of the name', () => {
  const files = ['Series: One', 'Series: One', 'Two'].map(folder => ({ name: 'v1.cbz', folder }))
  expect(archiveNames(files)).toEqual(['Series_ One/v1.cbz', 'Series_ One/v1 (1).cbz', 'Two/v1.cbz'])
})
