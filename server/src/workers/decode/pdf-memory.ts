import { refuseForMemory } from '../../formats/problem'
import type { Pdfium } from './pdfium-library'

/** The memory of PDFium. Its buffer moves when it grows, so never keep a view of it. */
export interface PdfMemory {
  /** Throws FileProblemError when out of memory. */
  allocate(size: number): number
  release(address: number): void
  /** Allocates during `use`. */
  borrow<T>(size: number, use: (address: number) => T): T
  write(address: number, bytes: Uint8Array): void
  writeU32(address: number, values: readonly number[]): void
  /** A copy. */
  read(address: number, length: number): Buffer
  readF32(address: number, count: number): number[]
  readU32(address: number, count: number): number[]
}

export function pdfMemory(pdfium: Pdfium): PdfMemory {
  const { malloc, free } = pdfium.wasmExports
  const view = () => new DataView(pdfium.HEAPU8.buffer)
  const allocate = (size: number): number => {
    const address = malloc(size)
    return address !== 0 ? address : refuseForMemory('pdf_rendering', 'The page needs more memory than it may use.')
  }
  return {
    allocate,
    release: free,
    borrow(size, use) {
      const address = allocate(size)
      try {
        return use(address)
      } finally {
        free(address)
      }
    },
    write: (address, bytes) => pdfium.HEAPU8.set(bytes, address),
    writeU32(address, values) {
      for (const [i, value] of values.entries()) view().setUint32(address + i * 4, value, true)
    },
    read: (address, length) => Buffer.from(pdfium.HEAPU8.subarray(address, address + length)),
    readF32: (address, count) => Array.from({ length: count }, (_, i) => view().getFloat32(address + i * 4, true)),
    readU32: (address, count) => Array.from({ length: count }, (_, i) => view().getUint32(address + i * 4, true)),
  }
}
