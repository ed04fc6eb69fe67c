import { createHash } from 'node:crypto'

export const md5 = (data: string | Uint8Array) => createHash('md5').update(data).digest('hex')

/** The hash by which KOReader names a file: 1024 bytes each at 0 and at 1024, 4096, 16384 … */
export function partialMd5(file: Uint8Array): string {
  const hash = createHash('md5')
  for (const start of [0, ...Array.from({ length: 11 }, (_, power) => 1024 * 4 ** power)]) {
    if (start >= file.length) break
    hash.update(file.subarray(start, start + 1024))
  }
  return hash.digest('hex')
}
