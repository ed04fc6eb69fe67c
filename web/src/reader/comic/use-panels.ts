import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Move } from './direction.rules'
import type { PageImages } from './page-images'
import { type Panel, panelsOf } from './panels.rules'
import { smallPixels } from './small-pixels'

/** A page panel by panel. */
export interface Guide {
  /** Undefined until the page has been analysed; null shows the whole page. */
  readonly panel: Panel | null | undefined
  /** False at the last panel in that direction. */
  readonly step: (move: Move) => boolean
}

/** Longer side of the small image in which panels are detected. */
const LOOK = 480
const NONE: readonly Panel[] = []

type Options = {
  readonly on: boolean
  readonly images: PageImages
  readonly address: string
  /** 0-based. */
  readonly page: number
  readonly going: Move
  readonly rightToLeft: boolean
}

export function usePanels({ on, images, address, page, going, rightToLeft }: Options): Guide {
  const [known, setKnown] = useState<ReadonlyMap<string, readonly Panel[]>>(new Map())
  const [at, setAt] = useState({ page, index: 0 })
  const picture = useSyncExternalStore(images.subscribe, () => (on ? images.get(address) : null))
  const image = picture?.state === 'ready' ? picture.image : null
  const name = `${page}.${rightToLeft}`
  const panels = known.get(name)

  useEffect(() => {
    if (!image || panels) return
    let gone = false
    void smallPixels(image, LOOK).then(small => {
      const found = small ? panelsOf(small.pixels, small.size, rightToLeft) : NONE
      if (!gone) setKnown(was => new Map(was).set(name, found))
    })
    return () => {
      gone = true
    }
  }, [image, panels, name, rightToLeft])

  const last = (panels?.length ?? 0) - 1
  // Going back to a page starts at its last panel.
  const index = at.page === page ? Math.min(at.index, last) : going === 'next' ? 0 : last
  const step = useCallback(
    (move: Move) => {
      const next = index + (move === 'next' ? 1 : -1)
      if (!on || next < 0 || next > last) return false
      setAt({ page, index: next })
      return true
    },
    [on, index, last, page],
  )
  return { panel: panels ? (panels[index] ?? null) : undefined, step }
}
