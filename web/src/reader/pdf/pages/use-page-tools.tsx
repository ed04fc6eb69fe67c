import { skipToken, useQuery } from '@tanstack/react-query'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import { addressOf } from '../../../api'
import { lazyPart } from '../../../ui/lazy-part'
import type { PageTools } from '../../reader.types'
import { type OpenDocument, pageOutlineKey } from './page-tools.types'

const PageContents = lazyPart(() => import('./page-contents'))
const PageSearch = lazyPart(() => import('./page-search'))

/** Contents and search of a PDF shown as images: the file is opened on demand. */
export function usePageTools(bookId: string): PageTools {
  const opened = useRef<{ readonly document: Promise<PDFDocumentProxy>; readonly close: () => void } | null>(null)
  const close = useCallback(() => {
    opened.current?.close()
    opened.current = null
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another book, or none
  useEffect(() => close, [bookId, close])
  const outline = useQuery({ queryKey: pageOutlineKey(bookId), queryFn: skipToken })
  const hasContents = (outline.data as readonly unknown[] | undefined)?.length !== 0
  return useMemo(() => {
    const open: OpenDocument = () => {
      opened.current ??= openFile(addressOf('/api/v1/books/{book_id}/file', { params: { book_id: bookId } }))
      const { document } = opened.current
      document.catch(close)
      return document
    }
    return {
      hasContents,
      contents: panel => (
        <Suspense fallback={null}>
          <PageContents bookId={bookId} open={open} {...panel} />
        </Suspense>
      ),
      search: panel => (
        <Suspense fallback={null}>
          <PageSearch bookId={bookId} open={open} {...panel} />
        </Suspense>
      ),
    }
  }, [bookId, close, hasContents])
}

function openFile(address: string) {
  const task = import('../text/pdf-library')
    .then(({ loadPdfLibrary }) => loadPdfLibrary())
    .then(({ open }) => open(address))
  return {
    document: task.then(({ promise }) => promise),
    close: () => void task.then(opened => opened.destroy()).catch(() => undefined),
  }
}
