// ICU's data file (icudtl.dat), which Skia reads on Windows; elsewhere it is part of its library.

/**
 * Skia asks ICU only for character properties, normalization, directions and breaks between letters, words and lines. These
 * are names of languages, regions, currencies, units and time zones, sort orders, spelled numbers, transliterations, and
 * tables of legacy encodings.
 */
const UNUSED = /^[^/]+\/(?:(?:lang|region|curr|unit|zone|coll|rbnf|translit)\/|[^/]+\.cnv$)/

/** The header's size is in its first two bytes, and the table of contents follows: offsets from its own start. */
const readItems = data => {
  const start = data.readUInt16LE(0)
  if (data.readUInt16LE(2) !== 0x27da || data.toString('latin1', 12, 16) !== 'CmnD')
    throw new Error('icudtl.dat is not a data file of ICU')
  const count = data.readUInt32LE(start)
  const at = index => start + 4 + index * 8
  return Array.from({ length: count }, (_, index) => {
    const name = start + data.readUInt32LE(at(index))
    const from = start + data.readUInt32LE(at(index) + 4)
    const to = index + 1 < count ? start + data.readUInt32LE(at(index + 1) + 4) : data.length
    return { name: data.toString('latin1', name, data.indexOf(0, name)), bytes: data.subarray(from, to) }
  })
}

const aligned = offset => Math.ceil(offset / 16) * 16

/** The same file without unused items. */
export const withoutUnusedIcu = data => {
  const header = data.subarray(0, data.readUInt16LE(0))
  const items = readItems(data).filter(({ name }) => !UNUSED.test(name))
  const names = Buffer.from(items.map(({ name }) => `${name}\0`).join(''), 'latin1')
  const contents = Buffer.alloc(4 + items.length * 8)
  contents.writeUInt32LE(items.length)
  const parts = [header, contents, names]
  let name = contents.length
  let end = contents.length + names.length
  for (const [index, item] of items.entries()) {
    const from = aligned(header.length + end) - header.length
    contents.writeUInt32LE(name, 4 + index * 8)
    contents.writeUInt32LE(from, 8 + index * 8)
    parts.push(Buffer.alloc(from - end), item.bytes)
    name += item.name.length + 1
    end = from + item.bytes.length
  }
  return Buffer.concat(parts)
}
