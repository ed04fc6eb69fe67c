import { useCallback, useMemo, useRef, useState } from 'react'
import { isReachable } from '../../api/connection'
import { lazyPart } from '../../ui/lazy-part'
import ComicReader from '../comic/comic-reader'
import type { ReaderProps } from '../reader.types'
import { useSettings } from '../settings/use-settings'
import { usePageTools } from './pages/use-page-tools'
import { pdfSettings } from './pdf-settings'

const PdfTextReader = lazyPart(() => import('./text/pdf-text-reader'))

/** A PDF page by page as images, or as text; switching keeps the page. */
export default function PdfReader(props: ReaderProps) {
  const saved = useSettings(pdfSettings, props.book)
  const { settings, change } = saved
  const tools = usePageTools(props.book.id)
  // Offline, the server cannot render pages as images: the device renders the file.
  const [offline] = useState(() => !isReachable())
  const mode = offline ? 'text' : settings.mode
  const page = useRef(props.page)
  const { onPage } = props
  const onEachPage = useCallback(
    (now: number) => {
      page.current = now
      onPage(now)
    },
    [onPage],
  )
  // Only a change of mode takes the page along; the readers otherwise keep it themselves.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page at the moment of the change
  const opening = useMemo(() => page.current, [mode])
  const common = { ...props, page: opening, onPage: onEachPage }
  if (mode === 'text') return <PdfTextReader {...common} saved={saved} onImageMode={() => change({ mode: 'images' })} />
  return <ComicReader {...common} tools={tools} onTextMode={() => change({ mode: 'text' })} />
}
