import type { PdfDocument } from '../../formats/decoders'
import { isUnchanged, type OpenSource, openSource } from '../../formats/file-source'
import type { PdfHandle, PdfHandleReport } from '../pool.types'
import { type OpenPdf, openPdf } from './pdf-document'

let current: { handle: PdfHandle; file: OpenSource; pdf: OpenPdf } | null = null
let since = { hits: 0, opens: 0, evictions: 0 }

/** The last PDF stays open: readers ask for many pages of one book. */
export async function withPdfHandle<T>(
  { path, book = '' }: { readonly path: string; readonly book?: string | undefined },
  use: (document: PdfDocument) => Promise<T>,
): Promise<T> {
  if (current !== null && current.handle.path === path && isUnchanged(current.file.source)) since.hits++
  else await replaceHandle(path, book)
  const opened = current
  if (opened === null) throw new Error('No PDF is open')
  try {
    const result = await use(opened.pdf.document)
    opened.handle = { ...opened.handle, usedAt: Date.now(), renders: opened.handle.renders + 1 }
    return result
  } catch (error) {
    closePdfHandle()
    throw error
  }
}

async function replaceHandle(path: string, book: string): Promise<void> {
  closePdfHandle()
  const file = openSource(path)
  try {
    const pdf = await openPdf(file.source)
    const now = Date.now()
    current = { handle: { book, path, openedAt: now, usedAt: now, renders: 0 }, file, pdf }
    since.opens++
  } catch (error) {
    file.close()
    throw error
  }
}

export function closePdfHandle(): void {
  const { file, pdf } = current ?? {}
  if (current !== null) since.evictions++
  current = null
  try {
    pdf?.close()
  } finally {
    file?.close()
  }
}

export function reportPdfHandle(): PdfHandleReport {
  const report = { open: current?.handle ?? null, ...since }
  since = { hits: 0, opens: 0, evictions: 0 }
  return report
}
