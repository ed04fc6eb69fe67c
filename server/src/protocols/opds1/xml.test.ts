import { expect, test } from 'bun:test'
import { readXml } from '../../../../tests/protocols/relax-ng/xml-tree'
import { document, element, textElement } from './xml'

const NASTY = [
  '漫画 & <b> "quotes" \'single\' ]]> &amp;',
  'tab\tline\nreturn\rend',
  'control \u0000\u0001\u0008\u000b\u001f\ufffe\uffff gone',
  'half \ud800 and \udc00 of pairs, whole 𝄞',
  ' own blanks ',
]

test('an independent reader gets back what was written, without what XML forbids', async () => {
  const documents = NASTY.map(value => document(element('a', { b: value }, textElement('c', value))))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what XML 1.0 forbids
  const expected = NASTY.map(value => value.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ufffd]/g, ''))
  const trees = await Promise.all(documents.map(readXml))
  const read = trees.map(({ attributes, children }) => {
    const [child] = children
    return [attributes[0]?.value, typeof child === 'object' ? child.children.join('') : child]
  })
  expect(read).toEqual(expected.map(value => [value, value]))
})

test('absent values are omitted', () => {
  expect<string>(
    element('a', { b: null, c: undefined, d: 0 }, null, textElement('e', null), textElement('e', '')),
  ).toBe('<a d="0"/>')
})
