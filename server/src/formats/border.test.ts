import { describe, expect, test } from 'bun:test'
import { LIMITS } from '../kernel/limits'
import { fold } from '../kernel/text'
import { boundedFacts, boundedProblem } from './border'
import { emptyMetadata } from './empty-metadata'
import type { BookFacts, EmbeddedMetadata, PageEntry } from './facts'
import { fileProblem } from './problem'

const { nameBytes, summaryBytes, tags, authors, number, pageNamesBytes, sentence } = LIMITS.facts

function facts(metadata: Partial<EmbeddedMetadata> = {}, more: Partial<BookFacts> = {}): BookFacts {
  return {
    ...{ format: 'cbz', stamp: { size: 1, modifiedMs: 2, inode: 3 }, fileHash: 'f', readerSyncHash: 'r' },
    ...{ pages: [], pageCount: 0, cover: null, epub: null, errors: [] },
    metadata: { ...emptyMetadata('comicinfo'), ...metadata },
    ...more,
  }
}

const bytes = (text: string | null | undefined) => Buffer.byteLength(text ?? '')
const page = (name: string): PageEntry => ({
  ...{ name, storage: 'stored', offset: 0, storedSize: 1, size: 1, mediaType: 'image/png', width: 1, height: 1 },
})

describe('facts that leave a parser process', () => {
  test('stay as they are when they are of an ordinary book', () => {
    const ordinary = facts({ title: 'Dune', tags: ['a', 'b'], volume: 3, summary: 'One\ntwo' })
    expect(boundedFacts(ordinary)).toEqual(ordinary)
  })

  test.each(['漢'.repeat(2_000), 'ﷺ'.repeat(400), 'İ'.repeat(900), `${'x'.repeat(999)}😀`])(
    'have names that fit an index, as they are and folded',
    title => {
      const { metadata, errors } = boundedFacts(facts({ title }))
      expect(bytes(metadata?.title)).toBeLessThanOrEqual(nameBytes)
      expect(bytes(fold(metadata?.title ?? ''))).toBeLessThanOrEqual(nameBytes)
      expect(title.startsWith(metadata?.title ?? '?')).toBe(true)
      expect(errors.map(({ reason, details }) => [reason, details])).toEqual([['too-large', { cut: 'title' }]])
    },
  )

  test('have no character that a database refuses', () => {
    const { metadata } = boundedFacts(facts({ title: 'a\u0000b\ud800c', series: '\ufffe', tags: ['x\u0000'] }))
    expect(JSON.stringify(metadata)).not.toMatch(/\\u0000|\\ud800|\ufffe/)
  })

  test('have nothing that reverses text, and a summary keeps its direction marks', () => {
    const said = { title: '\u202eThor\u202c \u200f001', tags: ['\u2067new\u2069'], summary: '\u200fabc\u202e\ndef' }
    const { metadata, errors } = boundedFacts(facts(said))
    expect(metadata).toMatchObject({ title: 'Thor 001', tags: ['new'], summary: '\u200fabc\ndef' })
    expect(errors).toEqual([])
  })

  test('have lists of bounded length, with the number cut', () => {
    const people = Array.from({ length: authors + 1 }, (_, n) => ({ name: `P${n}`, role: 'writer', sortName: null }))
    const many = facts({ tags: Array.from({ length: tags + 5 }, (_, n) => `t${n}`), authors: people })
    const { metadata, errors } = boundedFacts(many)
    expect([metadata?.tags.length, metadata?.authors.length]).toEqual([tags, authors])
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringContaining(`tags (${tags} of ${tags + 5} were stored), people (${authors} of ${authors + 1}`),
    ])
  })

  test('have numbers in range, or none', () => {
    const numbers = [number, number + 1, -number, 1.5, Number.NaN, 1e300]
    expect(numbers.map(volume => boundedFacts(facts({ volume })).metadata?.volume)).toEqual([
      ...[number, null, -number, null, null, null],
    ])
  })

  test('have a stamp that a database stores', () => {
    const stamp = { size: 2 ** 63, modifiedMs: 4.6e24, inode: 2 ** 63 }
    for (const value of Object.values(boundedFacts(facts({}, { stamp })).stamp)) {
      expect(Number.isSafeInteger(value)).toBe(true)
    }
  })

  test('have summaries of bounded size, with their lines', () => {
    const { metadata } = boundedFacts(facts({ summary: 'line\n'.repeat(summaryBytes) }))
    expect(bytes(metadata?.summary)).toBeLessThanOrEqual(summaryBytes)
    expect(metadata?.summary).toStartWith('line\nline\n')
  })

  test('have page names that are bounded together', () => {
    const pages = Array.from({ length: 20_000 }, (_, n) => page(`${n} ${'x'.repeat(900)}`))
    const bounded = boundedFacts(facts({}, { pages, pageCount: pages.length }))
    expect(bounded.pages.reduce((sum, { name }) => sum + bytes(name), 0)).toBeLessThanOrEqual(pageNamesBytes)
    expect(bounded.errors.map(({ details }) => details)).toEqual([{ cut: 'page names' }])
  })

  test('keep an error that the metadata has already', () => {
    const errors = [fileProblem('metadata', 'metadata', 'broken')]
    expect(boundedFacts(facts({ title: 'x'.repeat(2_000) }, { errors })).errors).toEqual(errors)
  })
})

test('the sentences of a problem are bounded, too', () => {
  const found = boundedProblem(
    fileProblem('parser', 'corrupt', `\u0000${'x'.repeat(5_000)}`, { name: 'y\u0000'.repeat(5_000), size: Infinity }),
  )
  expect(found.message.length).toBe(sentence)
  expect(found.details?.size).toBe(0)
  expect(JSON.stringify(found)).not.toContain('\\u0000')
})
