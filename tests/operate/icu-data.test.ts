// ICU's data file in the package for Windows, which no test can run: what is left of it, read independently.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { ROOT } from '../kit/paths'

const { withoutUnusedIcu } = (await import(join(ROOT, 'scripts/package/icu.mjs'))) as {
  withoutUnusedIcu: (data: Buffer) => Buffer
}

const HEADER = 32
/** In the order of the file: sorted by name. */
const ITEMS = ['af.res', 'big5.cnv', 'brkitr/root.res', 'brkitr/word.brk', 'curr/de.res', 'nfkc.nrm', 'zone/de.res']

/** A data file as ICU's package tool writes it: header, number of items, offsets of names and items, names, items. */
function dataFile(): Buffer {
  const names = ITEMS.map(name => Buffer.from(`icudt78l/${name}\0`))
  const contents = Buffer.alloc(4 + ITEMS.length * 8)
  contents.writeUInt32LE(ITEMS.length)
  let name = contents.length
  const namesEnd = contents.length + Buffer.concat(names).length
  const first = Math.ceil((HEADER + namesEnd) / 16) * 16 - HEADER
  for (const [index, each] of names.entries()) {
    contents.writeUInt32LE(name, 4 + index * 8)
    contents.writeUInt32LE(first + index * 32, 8 + index * 8)
    name += each.length
  }
  const header = Buffer.alloc(HEADER)
  header.set([HEADER, 0, 0xda, 0x27])
  header.write('CmnD', 12)
  const items = ITEMS.map(each => Buffer.alloc(32, each))
  return Buffer.concat([header, contents, ...names, Buffer.alloc(first - namesEnd), ...items])
}

test('character data and breaks stay, names and sort orders go', () => {
  const file = withoutUnusedIcu(dataFile())
  const left = ['af.res', 'brkitr/root.res', 'brkitr/word.brk', 'nfkc.nrm']
  expect(file.subarray(0, HEADER)).toEqual(dataFile().subarray(0, HEADER))
  expect(file.readUInt32LE(HEADER)).toBe(left.length)
  for (const [index, each] of left.entries()) {
    const name = HEADER + file.readUInt32LE(HEADER + 4 + index * 8)
    expect(file.toString('latin1', name, file.indexOf(0, name))).toBe(`icudt78l/${each}`)
    const from = HEADER + file.readUInt32LE(HEADER + 8 + index * 8)
    expect(from % 16).toBe(0)
    expect(file.subarray(from, from + 32)).toEqual(Buffer.alloc(32, each))
  }
  expect(file.length).toBeLessThan(dataFile().length)
})

test('another file is refused', () => {
  expect(() => withoutUnusedIcu(Buffer.alloc(64))).toThrow('not a data file of ICU')
})
