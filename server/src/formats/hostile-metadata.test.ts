// Hostile metadata: too long, slow to parse, or not text. It must be bounded, parsed in linear time, and result in
// plain text.
import { expect, test } from 'bun:test'
import { LIMITS } from '../kernel/limits'
import { boundedMetadata } from './bounded-metadata'
import { emptyMetadata } from './empty-metadata'
import { htmlToText } from './epub/html-to-text'
import { readOpf } from './epub/opf-metadata'
import { readInfoFile } from './sidecar/info-files'

const MEGABYTE = 1024 * 1024

test.each([
  ['opened tags', '<a'],
  ['opened scripts', '<script '],
  ['opened comments', '<!--'],
  ['entities', '&#x'],
  ['ends of scripts', '</script '],
])('a megabyte of %s is read in linear time: any other would take minutes', (_, part) => {
  const text = htmlToText(part.repeat(MEGABYTE / part.length))
  expect(text.length).toBeLessThanOrEqual(MEGABYTE)
})

test('a summary of 10 MB is cut at its bound, with a warning that names it', () => {
  const cuts = new Map()
  const summary = 'word '.repeat(2 * MEGABYTE)
  const bounded = boundedMetadata({ ...emptyMetadata('comicinfo'), summary }, cuts)
  expect(Buffer.byteLength(bounded.summary ?? '')).toBeLessThanOrEqual(LIMITS.facts.summaryBytes)
  expect([...cuts.keys()]).toEqual(['summary'])
})

test('100,000 tags and characters, a name of 60 KB and notes of a megabyte are bounded', () => {
  const many = Array.from({ length: 100_000 }, (_, n) => `n${n}`)
  const { names, tags, nameBytes, notesBytes } = LIMITS.facts
  const said = { ...emptyMetadata('comicinfo'), tags: many, characters: many, teams: ['x'.repeat(60_000)] }
  const bounded = boundedMetadata({ ...said, notes: 'x'.repeat(MEGABYTE) }, new Map())
  expect([bounded.tags.length, bounded.characters.length]).toEqual([tags, names])
  expect(Buffer.byteLength(bounded.teams[0] ?? '')).toBeLessThanOrEqual(nameBytes)
  expect(Buffer.byteLength(bounded.notes ?? '')).toBeLessThanOrEqual(notesBytes)
})

test('columns of calibre that are no JSON, deep or named like built-in properties are ignored', () => {
  const column = (name: string, content: string) =>
    `<meta name="calibre:user_metadata:${name}" content="${content.replaceAll('"', '&quot;')}"/>`
  const deep = `${'['.repeat(100_000)}`
  const metadata = readOpf(
    Buffer.from(`<package><metadata>${column('#__proto__', '{"#value#":"x","datatype":"text"}')}${column('#a', deep)}
      ${column('#b', '{"#value#":{"__class__":"x","__value__":5}}')}${column('#c', '[1]')}</metadata></package>`),
  )
  expect(Object.keys(metadata?.calibre ?? {}).filter(name => name !== '__proto__')).toEqual([])
  expect(({} as Record<string, unknown>)['#value#']).toBeUndefined()
})

test('markup in any element is text, and addresses that a browser would run are no addresses', () => {
  const text = `<MetronInfo><Series><Name>&lt;img src=x onerror=alert(1)&gt;</Name></Series>
    <URLs><URL>javascript:alert(1)</URL><URL>data:text/html,x</URL></URLs></MetronInfo>`
  const [said] = readInfoFile('MetronInfo.xml', Buffer.from(text)).said
  expect(said).toMatchObject({ series: '<img src=x onerror=alert(1)>', web: null, webLinks: [] })
})
