import { useCallback, useMemo, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part'
import ComicReader from '../comic/comic-reader'
import type { ReaderProps } from '../reader.types'
import { oneOf } from '../settings/layered.rules'
import type { SettingsSpec } from '../settings/settings-spec'
import { useSettings } from '../settings/use-settings'

const PdfTextReader = lazyPart(() => import('./text/pdf-text-reader'))

interface PdfSettings {
  /** `images`: rendered by the server, quick on a phone. `text`: rendered here, to select, search and follow links. */
  readonly mode: 'images' | 'text'
}

const pdfSettings: SettingsSpec<PdfSettings> = {
  name: 'pdf',
  standard: { mode: 'images' },
  allowed: { mode: oneOf(['images', 'text']) },
  ofSeries: ['mode'],
}

/** A PDF page by page as images, or as text; changing between the two keeps the page. */
export default function PdfReader(props: ReaderProps) {
  const { settings, change } = useSettings(pdfSettings, props.book)
  const [page, setPage] = useState(props.page)
  const { onPage } = props
  const onEachPage = useCallback(
    (now: number) => {
      setPage(now)
      onPage(now)
    },
    [onPage],
  )
  // Only a change of mode takes the page along; the readers otherwise keep it themselves.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page at the moment of the change
  const opening = useMemo(() => page, [settings.mode])
  const common = { ...props, page: opening, onPage: onEachPage }
  if (settings.mode === 'text') return <PdfTextReader {...common} onImageMode={() => change({ mode: 'images' })} />
  return <ComicReader {...common} onTextMode={() => change({ mode: 'text' })} />
}
