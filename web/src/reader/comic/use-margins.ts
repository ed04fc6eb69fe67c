import { useCallback, useMemo, useState } from 'react'
import { type Margins, marginsOf, NO_MARGINS } from './margins.rules'
import { smallPixels } from './small-pixels'

export interface PageMargins {
  /** Undefined until the page was analysed; null for no crop. */
  readonly marginsOf: (page: number) => Margins | null | undefined
  /** Analyses a page's decoded image, once. */
  readonly measure: (page: number, image: HTMLImageElement) => void
}

/** Longer side of the small image used to detect borders: precise to a few pixels of a page. */
const LOOK = 480

/** The empty borders of shown pages, while cropping is enabled. */
export function useMargins(cropped: boolean): PageMargins {
  const [known, setKnown] = useState<ReadonlyMap<number, Margins>>(new Map())
  const measure = useCallback((page: number, image: HTMLImageElement) => {
    void measured(image).then(margins => setKnown(was => (was.has(page) ? was : new Map(was).set(page, margins))))
  }, [])
  return useMemo(
    () => ({ marginsOf: (page: number) => (cropped ? known.get(page) : null), measure }),
    [cropped, known, measure],
  )
}

async function measured(image: HTMLImageElement): Promise<Margins> {
  const small = await smallPixels(image, LOOK)
  // If the browser cannot read the pixels, the whole page is shown.
  return small ? marginsOf(small.pixels, small.size) : NO_MARGINS
}
