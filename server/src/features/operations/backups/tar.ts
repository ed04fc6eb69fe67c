const BLOCK = 512
const NAME = /^[\w.-]+(\/[\w.-]+)*$/
const MOST_NAME = 100
/** Larger sizes are written as GNU and BSD tar do: in binary, marked by the first bit. */
const MOST_OCTAL = 8 ** 11 - 1
const SIZE_AT = 124

export interface TarEntry {
  readonly name: string
  readonly size: number
  readonly modifiedMs: number
  readonly body: AsyncIterable<Uint8Array>
}

/** A POSIX tar file (ustar) of regular files. */
export async function* tarOf(entries: AsyncIterable<TarEntry>): AsyncGenerator<Uint8Array, void, void> {
  for await (const { name, size, modifiedMs, body } of entries) {
    refuseUnfit(name)
    yield header(name, size, modifiedMs)
    let written = 0
    for await (const chunk of body) {
      written += chunk.length
      yield chunk
    }
    if (written !== size) throw new Error(`${name} changed while it was read`)
    yield new Uint8Array(padding(size))
  }
  yield new Uint8Array(2 * BLOCK)
}

/** A tar file of whole files, in parts: those of the files are read only when asked for. */
export function tarParts(
  files: readonly { readonly name: string; readonly modifiedMs: number; readonly content: Blob }[],
): readonly Blob[] {
  const parts = files.flatMap(({ name, modifiedMs, content }) => {
    refuseUnfit(name)
    return [
      new Blob([header(name, content.size, modifiedMs)]),
      content,
      new Blob([new Uint8Array(padding(content.size))]),
    ]
  })
  return [...parts, new Blob([new Uint8Array(2 * BLOCK)])]
}

/**
 * The files of a tar file written by `tarOf`. Read each body to its end before the next entry.
 * @throws for anything else
 */
export async function* readTar(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Omit<TarEntry, 'modifiedMs'>, void, void> {
  const input = createInput(chunks)
  try {
    while (true) {
      const block = await input.exactly(BLOCK)
      if (block.every(byte => byte === 0)) {
        await input.drain()
        return
      }
      const { name, size } = parseHeader(block)
      let isRead = false
      async function* body(): AsyncGenerator<Uint8Array, void, void> {
        for (let left = size; left > 0; ) {
          const part = await input.atMost(left)
          left -= part.length
          yield part
        }
        isRead = true
      }
      yield { name, size, body: body() }
      if (!isRead && size > 0) throw new Error(`${name} was not read to its end`)
      await input.exactly(padding(size))
    }
  } finally {
    await input.close()
  }
}

function refuseUnfit(name: string): void {
  if (!isName(name)) throw new Error(`${name} cannot be put into a tar file`)
}

function isName(name: string): boolean {
  return name.length <= MOST_NAME && NAME.test(name) && !name.split('/').some(part => part === '.' || part === '..')
}

function padding(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK
}

function header(name: string, size: number, modifiedMs: number): Uint8Array<ArrayBuffer> {
  const block = Buffer.alloc(BLOCK)
  block.write(name, 0, MOST_NAME, 'latin1')
  block.write('0000600\0', 100)
  block.write('0000000\0', 108)
  block.write('0000000\0', 116)
  writeSize(block, size)
  block.write(`${octal(Math.max(0, Math.trunc(modifiedMs / 1000)), 11)}\0`, 136)
  block.write('        ', 148)
  block.write('0', 156)
  block.write('ustar\0', 257)
  block.write('00', 263)
  block.write(`${octal(sum(block), 6)}\0 `, 148)
  return block
}

function parseHeader(block: Uint8Array): { name: string; size: number } {
  const bytes = Buffer.from(block)
  const stored = Number.parseInt(bytes.toString('latin1', 148, 154), 8)
  bytes.write('        ', 148)
  const name = bytes.toString('latin1', 0, MOST_NAME).replace(/\0+$/, '')
  const size = readSize(bytes)
  if (stored !== sum(bytes) || bytes[156] !== 48 || !isName(name) || !Number.isSafeInteger(size)) {
    throw new Error('The tar file is damaged')
  }
  return { name, size }
}

function writeSize(block: Buffer, size: number): void {
  if (size <= MOST_OCTAL) {
    block.write(`${octal(size, 11)}\0`, SIZE_AT)
    return
  }
  block[SIZE_AT] = 0x80
  block.writeBigUInt64BE(BigInt(size), SIZE_AT + 4)
}

function readSize(block: Buffer): number {
  const isBinary = block[SIZE_AT] === 0x80
  return isBinary
    ? Number(block.readBigUInt64BE(SIZE_AT + 4))
    : Number.parseInt(block.toString('latin1', SIZE_AT, SIZE_AT + 11), 8)
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0')
}

function sum(block: Uint8Array): number {
  return block.reduce((total, byte) => total + byte, 0)
}

function createInput(chunks: AsyncIterable<Uint8Array>) {
  const iterator = chunks[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()

  async function atMost(count: number): Promise<Uint8Array> {
    while (rest.length === 0) {
      const { done, value } = await iterator.next()
      if (done) throw new Error('The tar file is cut off')
      rest = value
    }
    const part = rest.subarray(0, count)
    rest = rest.subarray(part.length)
    return part
  }

  return {
    atMost,
    async exactly(count: number): Promise<Uint8Array> {
      const parts: Uint8Array[] = []
      for (let left = count; left > 0; ) {
        const part = await atMost(left)
        parts.push(part)
        left -= part.length
      }
      return Buffer.concat(parts)
    },
    async drain(): Promise<void> {
      while (!(await iterator.next()).done) rest = new Uint8Array()
    },
    async close(): Promise<void> {
      await iterator.return?.()
    },
  }
}
