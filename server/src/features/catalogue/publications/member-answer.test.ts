import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FORMAT_LIMITS } from '../../../formats/limits'
import { memberAnswer } from './member-answer'
import type { OpenPublication } from './open-publications'

const root = mkdtempSync(join(tmpdir(), 'octavo-members-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const ESCAPE = 0x1b
const ascii = (text: string) => [...Buffer.from(text, 'latin1')]
const marked = (mark: readonly number[], bytes: Uint8Array) => new Uint8Array([...mark, ...bytes])

/** A book with one part, and the answer with it. */
async function answerOf(path: string, mediaType: string, bytes: Uint8Array) {
  const file = join(root, 'book')
  writeFileSync(file, bytes)
  const size = bytes.length
  const member = { path, mediaType, offset: 0, storedSize: size, size, storage: 'stored' } as const
  const publication = {
    book: { file, version: '1' },
    members: new Map([[path, member]]),
    isCostly: async ({ text }: { readonly text: string }) => text.includes('<use'),
  }
  const failures = { note: async () => {} }
  return memberAnswer(new Request('http://octavo/'), publication as unknown as OpenPublication, member, failures)
}
const styleOf = (bytes: Uint8Array) => answerOf('a.css', 'text/css', bytes)

test.each([
  ['UTF-8', new TextEncoder().encode('p::before { content: "夜" }')],
  ['UTF-8 with a mark', marked([0xef, 0xbb, 0xbf], new TextEncoder().encode('p::before { content: "夜" }'))],
  ['UTF-16', marked([0xff, 0xfe], Buffer.from('p::before { content: "夜" }', 'utf16le'))],
  [
    'its @charset',
    Uint8Array.from([...ascii('@charset "Shift_JIS";p::before { content: "'), 0x96, 0xe9, ...ascii('" }')]),
  ],
  ['UTF-8, since its @charset is wrong', new TextEncoder().encode('@charset "utf-16";p::before { content: "夜" }')],
  ['UTF-8, since its @charset is unknown', new TextEncoder().encode('@charset "moon";p::before { content: "夜" }')],
])('a stylesheet in %s is sent as UTF-8, and says so', async (_how, bytes) => {
  const answer = await styleOf(bytes)
  expect(answer.headers.get('content-type')).toBe('text/css;charset=utf-8')
  expect(Buffer.from(await answer.arrayBuffer()).toString()).toEndWith('p::before { content: "夜" }')
})

test('imports that only another encoding shows count as well', async () => {
  // A switch to JIS X 0201 within the word: to a reader of single bytes it is not "import".
  const hidden = [...ascii('@im'), ESCAPE, ...ascii('(Jport "a.css?'), ESCAPE, ...ascii('(B')]
  const imports = Array.from({ length: 40 }, (_, at) => [...hidden, ...ascii(`${at}";`)]).flat()
  await expect(styleOf(Uint8Array.from([...ascii('@charset "iso-2022-jp";'), ...imports]))).rejects.toThrow(
    'imports too many',
  )
  // Without the declaration nobody reads it so.
  const plain = await styleOf(Uint8Array.from(imports))
  expect(plain.headers.get('content-type')).toBe('text/css;charset=utf-8')
  expect(new Uint8Array(await plain.arrayBuffer())).toEqual(Uint8Array.from(imports))
})

test('imports in UTF-16 count', async () => {
  const text = Array.from({ length: 40 }, (_, at) => `@import "a.css?${at}";`).join('')
  await expect(styleOf(marked([0xff, 0xfe], Buffer.from(text, 'utf16le')))).rejects.toThrow('imports too many')
})

test('a drawing is sent as UTF-8, declares it, and is checked as that', async () => {
  const drawing = (text: readonly number[]) =>
    answerOf(
      'a.svg',
      'image/svg+xml',
      Uint8Array.from([...ascii('<?xml version="1.0" encoding="iso-2022-jp"?><svg>'), ...text]),
    )
  const answer = await drawing([...ascii('<text>'), ESCAPE, ...ascii('$B0!'), ESCAPE, ...ascii('(B</text></svg>')])
  expect(answer.headers.get('content-type')).toBe('image/svg+xml;charset=utf-8')
  expect(await answer.text()).toBe('<?xml version="1.0" encoding="utf-8"?><svg><text>亜</text></svg>')
  const hidden = [...ascii('<u'), ESCAPE, ...ascii('(Jse href="#a"/><u'), ESCAPE, ...ascii('(Bse href="#a"/>')]
  await expect(drawing([...hidden, ...ascii('</svg>')])).rejects.toThrow('repeats its parts')
  // With a byte that is wrong there, it is read and sent in another encoding.
  const wrong = await drawing([...hidden, 0xff, ...ascii('</svg>')])
  expect(await wrong.text()).toContain('ÿ</svg>')
})

test('a drawing that repeats parts and is too large to be checked is refused, and one that repeats none is sent', async () => {
  const large = `<svg>${'<g/>'.repeat(FORMAT_LIMITS.xmlBytes / 4)}`
  const drawing = (end: string) => answerOf('a.svg', 'image/svg+xml', Uint8Array.from(Buffer.from(large + end)))
  await expect(drawing('<use href="#a"/></svg>')).rejects.toThrow('too large to be checked')
  expect((await drawing('</svg>')).status).toBe(200)
})
