import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type RefObject, useEffect, useState } from 'react'
import { openingError } from './opening-error.rules'
import { loadPdfLibrary, type PdfLibrary } from './pdf-library'

type Viewer = InstanceType<PdfLibrary['viewer']['PDFViewer']>
type Bus = InstanceType<PdfLibrary['viewer']['EventBus']>
type Links = InstanceType<PdfLibrary['viewer']['PDFLinkService']>

/** An open PDF: its pages in a scroll container, rendered when visible. */
export interface PdfView {
  readonly document: PDFDocumentProxy
  readonly viewer: Viewer
  readonly bus: Bus
  readonly links: Links
}

export interface PdfState {
  readonly view: PdfView | null
  readonly error: unknown
  /** 1-based; 0 until the pages are laid out. */
  readonly page: number
  readonly found: { readonly current: number; readonly total: number } | null
}

const NOTHING: PdfState = { view: null, error: null, page: 0, found: null }
const NARROW = 700

/** `attempt` changes when opening is retried. The PDF is closed when its address changes and when the reader is left. */
export function usePdfView(
  container: RefObject<HTMLDivElement | null>,
  address: string,
  opening: number,
  attempt: number,
): PdfState {
  const [state, setState] = useState<PdfState>(NOTHING)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page to begin with is that of the first time
  useEffect(() => {
    const host = container.current
    if (!host) return
    const gone = new AbortController()
    const change = (part: Partial<PdfState>) => gone.signal.aborted || setState(was => ({ ...was, ...part }))
    setState(NOTHING)
    show(host, address, opening, change, gone.signal).then(
      view => change({ view }),
      error => change({ error: openingError(error) }),
    )
    return () => gone.abort()
  }, [container, address, attempt])
  return state
}

async function show(
  container: HTMLDivElement,
  address: string,
  opening: number,
  change: (part: Partial<PdfState>) => void,
  signal: AbortSignal,
): Promise<PdfView> {
  const library = await loadPdfLibrary()
  signal.throwIfAborted()
  const { EventBus, PDFFindController, PDFLinkService, PDFViewer, LinkTarget } = library.viewer
  const bus = new EventBus()
  const links = new PDFLinkService({
    eventBus: bus,
    externalLinkTarget: LinkTarget.BLANK,
    externalLinkRel: 'noopener noreferrer nofollow',
  })
  const findController = new PDFFindController({ eventBus: bus, linkService: links })
  const viewer = new PDFViewer({
    container,
    eventBus: bus,
    linkService: links,
    findController,
    // Links work, forms and scripts do not.
    annotationMode: 1,
    annotationEditorMode: -1,
    // Missing in the viewer's types: removes its listeners.
    ...{ abortSignal: signal },
  })
  links.setViewer(viewer)
  bus.on('pagesinit', () => {
    viewer.currentScaleValue = usualScale(container)
    viewer.currentPageNumber = Math.min(Math.max(1, opening), viewer.pagesCount)
    change({ page: viewer.currentPageNumber })
  })
  bus.on('pagechanging', (event: { pageNumber: number }) => change({ page: event.pageNumber }))
  const counted = ({ matchesCount }: { matchesCount: PdfState['found'] }) => change({ found: matchesCount })
  bus.on('updatefindmatchescount', counted)
  bus.on('updatefindcontrolstate', counted)

  const task = library.open(address)
  signal.addEventListener('abort', () => {
    // First, or it would render pages of a destroyed document.
    viewer.setDocument(null)
    void task.destroy()
  })
  const document = await task.promise
  signal.throwIfAborted()
  viewer.setDocument(document)
  links.setDocument(document, null)
  return { document, viewer, bus, links }
}

/** The scale of a PDF that is not zoomed, in pdf.js's words. */
export const usualScale = (container: Element) => (container.clientWidth < NARROW ? 'page-width' : 'auto')
