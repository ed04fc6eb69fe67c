import { expect, test } from 'bun:test'
import { attributeOf, outlineOf } from './xml-edit'

const MANY = 200_000

// Linear time: a backtracking pattern would take minutes.
test.each([
  ['comments without an end', '<!--'.repeat(MANY)],
  ['CDATA without an end', '<![CDATA['.repeat(MANY)],
  ['instructions without an end', '<?'.repeat(MANY)],
  ['document types without an end', '<!DOCTYPE '.repeat(MANY)],
  ['tags without an end', '<meta '.repeat(MANY)],
  ['attributes without an end', `<meta ${'a="1" '.repeat(MANY)}`],
  ['blanks without an end', `<meta${' '.repeat(MANY)}`],
])('%s are no document', (_, text) => {
  expect(outlineOf(`<package><metadata>${text}`, ['package', 'metadata'])).toBeNull()
})

test('text that is no tag is skipped, also in comments', () => {
  const text =
    '<?xml version="1.0"?><!DOCTYPE package><package><!-- <metadata> --><![CDATA[</package>]]><metadata><a b=\'>\'/></metadata></package>'
  const outline = outlineOf(text, ['package', 'metadata'])
  expect(outline?.children.map(({ name }) => name)).toEqual(['a'])
  expect(outline?.children.map(child => attributeOf(child, 'b'))).toEqual(['>'])
})

test('an attribute is found by its name without prefix, whatever comes before', () => {
  expect(attributeOf({ attributes: ' opf:role = "aut"\n id=\'x\'' }, 'id')).toBe('x')
  expect(attributeOf({ attributes: ' opf:role = "aut"' }, 'role')).toBe('aut')
  expect(attributeOf({ attributes: 'a'.repeat(MANY) }, 'id')).toBeNull()
})
