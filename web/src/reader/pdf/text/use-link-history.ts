import { useEffect, useRef } from 'react'
import type { PdfView } from './use-pdf-view'

const NOTHING = () => undefined

/** Links of the PDF remember where they were followed; some lead back. */
export function useLinkHistory(view: PdfView | null, onFollow: () => void, onBack: () => void): void {
  const latest = useRef({ onFollow, onBack })
  latest.current = { onFollow, onBack }
  useEffect(() => {
    // In pdf.js's names.
    view?.links.setHistory({
      pushCurrentPosition: () => latest.current.onFollow(),
      back: () => latest.current.onBack(),
      push: NOTHING,
      pushPage: NOTHING,
      forward: NOTHING,
    })
  }, [view])
}
