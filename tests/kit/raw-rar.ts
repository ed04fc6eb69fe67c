import { crc32 } from 'node:zlib'

/** One entry of a RAR that is not packed, or declares that it is; defaults are valid. */
export interface RarEntry {
  readonly name: string
  readonly data?: Uint8Array
  /** The declared unpacked size. */
  readonly size?: number
  /** 0 is stored, 1 to 5 are packed. */
  readonly method?: number
  readonly solid?: boolean
  /** RAR 5: the dictionary has 128 KiB shifted left by so much; 15 is 4 GiB. */
  readonly dictionary?: number
  /** RAR 5: a link and where to. */
  readonly link?: { readonly kind: keyof typeof LINKS; readonly to: string }
  readonly host?: 'windows' | 'unix'
}

const LINKS = { symlink: 1, 'windows-symlink': 2, junction: 3, hardlink: 4, copy: 5 } as const

/** A RAR 5 by its technical note. `more` are additional blocks before the end. */
export function rar5(entries: readonly RarEntry[], more: readonly Buffer[] = []): Buffer {
  return Buffer.concat([
    Buffer.from('Rar!\x1a\x07\x01\x00', 'latin1'),
    rar5Block(1, 0, vint(0)),
    ...entries.map(fileBlock),
    ...more,
    rar5Block(5, 0, vint(0)),
  ])
}

/** Any block: its checksum, size and type go before it. */
export function rar5Block(type: number, flags: number, body: Buffer, data: Uint8Array = Buffer.alloc(0)): Buffer {
  const head = Buffer.concat([vint(type), vint(flags), body])
  const sized = Buffer.concat([vint(head.length), head])
  const sum = Buffer.alloc(4)
  sum.writeUInt32LE(crc32(sized))
  return Buffer.concat([sum, sized, data])
}

function fileBlock(entry: RarEntry): Buffer {
  const { name, data = Buffer.alloc(0), size = data.length, method = 0, dictionary = 0, host = 'unix' } = entry
  const extra = entry.link ? linkRecord(entry.link) : Buffer.alloc(0)
  const text = Buffer.from(name)
  const sum = Buffer.alloc(4)
  sum.writeUInt32LE(crc32(data))
  const packing = (entry.solid ? 0x40 : 0) | (method << 7) | (dictionary << 10)
  const body = [vint(data.length), vint(4), vint(size), vint(0o100644), sum, vint(packing)]
  const label = [vint(host === 'windows' ? 0 : 1), vint(text.length), text]
  const all = Buffer.concat([...(extra.length > 0 ? [vint(extra.length)] : []), ...body, ...label, extra])
  return rar5Block(2, extra.length > 0 ? 3 : 2, all, data)
}

function linkRecord({ kind, to }: NonNullable<RarEntry['link']>): Buffer {
  const target = Buffer.from(to)
  const record = Buffer.concat([vint(5), vint(LINKS[kind]), vint(0), vint(target.length), target])
  return Buffer.concat([vint(record.length), record])
}

/** Seven bits in each byte, the lowest first; the eighth marks that more follow. */
export function vint(value: number): Buffer {
  const bytes: number[] = []
  let rest = BigInt(value)
  do {
    bytes.push(Number(rest & 0x7fn))
    rest >>= 7n
  } while (rest > 0n)
  return Buffer.from(bytes.map((byte, index) => (index < bytes.length - 1 ? byte | 0x80 : byte)))
}

/** A RAR of versions 2.9 to 4. */
export function rar4(entries: readonly RarEntry[], more: readonly Buffer[] = []): Buffer {
  return Buffer.concat([
    Buffer.from('Rar!\x1a\x07\x00', 'latin1'),
    rar4Block(0x73, entries.some(entry => entry.solid) ? 0x08 : 0, Buffer.alloc(6)),
    ...entries.map(oldFileBlock),
    ...more,
    rar4Block(0x7b, 0x4000, Buffer.alloc(0)),
  ])
}

export function rar4Block(type: number, flags: number, body: Buffer, data: Uint8Array = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(7)
  head.writeUInt8(type, 2)
  head.writeUInt16LE(flags, 3)
  head.writeUInt16LE(7 + body.length, 5)
  const all = Buffer.concat([head, body])
  all.writeUInt16LE(crc32(all.subarray(2)) & 0xffff)
  return Buffer.concat([all, data])
}

function oldFileBlock(entry: RarEntry): Buffer {
  const { name, data = Buffer.alloc(0), size = data.length, method = 0, host = 'unix' } = entry
  const text = Buffer.from(name)
  const body = Buffer.alloc(25)
  body.writeUInt32LE(data.length)
  body.writeUInt32LE(size >>> 0, 4)
  body.writeUInt8(host === 'windows' ? 2 : 3, 8)
  body.writeUInt32LE(crc32(data), 9)
  body.writeUInt8(method === 0 ? 20 : 29, 17)
  body.writeUInt8(0x30 + method, 18)
  body.writeUInt16LE(text.length, 19)
  body.writeUInt32LE(host === 'windows' ? 0x20 : 0o100644, 21)
  return rar4Block(0x74, 0x8000 | (entry.solid ? 0x10 : 0), Buffer.concat([body, text]), data)
}
