// A process that writes one thumbnail into a shared folder until its input ends, by the product's own store:
//   bun thumbnail-process.ts FOLDER NUMBER
// prints how often it wrote.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderStore } from '@octavo/server/src/platform/artefact-folder'

export const KEY = 'thumbnails/00/one.jpg'

/** Sizes of the two versions: different, so that a mixture is detected. */
export const SIZES = [180_000, 240_000] as const

/** What writer `number` writes: one value throughout. */
export function markedBytes(number: number): Uint8Array {
  return new Uint8Array(SIZES[number] ?? 0).fill(number + 1)
}

/** The writer of a complete thumbnail; null for an invalid one. */
export function whoseBytes(bytes: Uint8Array): number | null {
  const number = SIZES.findIndex((_, at) => Buffer.compare(bytes, WHOLE[at] as Uint8Array) === 0)
  return number === -1 ? null : number
}

const WHOLE = SIZES.map((_, number) => markedBytes(number))

if (import.meta.main) {
  const [folder = '', number] = process.argv.slice(2)
  const store = folderStore(folder, { shared: true })
  const own = mkdtempSync(join(folder, 'own-'))
  const bytes = markedBytes(Number(number))
  let going = true
  void Bun.stdin.text().then(() => {
    going = false
  })
  let writes = 0
  for (; going; writes++) {
    // A parser process hands over a file; bytes come from the upload of a cover.
    if (writes % 2 === 0) {
      const file = join(own, 'thumbnail.jpg')
      writeFileSync(file, bytes)
      await store.put(KEY, file)
    } else await store.putBytes(KEY, bytes)
    if (writes % 50 === 0) await store.remove([KEY])
  }
  console.log(writes)
}
