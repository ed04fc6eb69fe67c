import { useCallback, useMemo, useState } from 'react'
import { type Margins, marginsOf, NO_MARGINS } from './margins.rules'

export interface PageMargins {
  /** Undefined until the page has been looked at; null when nothing is cropped. */
  readonly marginsOf: (page: number) => Margins | null | undefined
  /** Looks at a page's decoded image, once. */
  readonly measure: (page: number, image: HTMLImageElement) => void
}

/** Longer side of the small picture in which borders are looked for: exact to a few pixels of a page. */
const LOOK = 480

/** The empty borders of the pages that have been shown, while they are to be cropped. */
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
  const scale = Math.min(1, LOOK / Math.max(image.naturalWidth, image.naturalHeight))
  const width = Math.max(1, Math.round(image.naturalWidth * scale))
  const height = Math.max(1, Math.round(image.naturalHeight * scale))
  try {
    const small = await createImageBitmap(image, { resizeWidth: width, resizeHeight: height, resizeQuality: 'medium' })
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
    if (!context) return NO_MARGINS
    // What lets through is shown on some ground; paper is the likeliest.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    context.drawImage(small, 0, 0)
    small.close()
    return marginsOf(context.getImageData(0, 0, width, height).data, { width, height })
  } catch {
    // A browser without these shows the page whole.
    return NO_MARGINS
  }
}
