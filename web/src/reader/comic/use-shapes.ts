import { useCallback, useState } from 'react'
import type { PageDto } from '../../api'
import { GUESSED, type Size } from './fit.rules'
import type { PageShape } from './spreads.rules'

export interface Shapes {
  readonly shapes: readonly PageShape[]
  readonly shapeOf: (page: number) => Size
  readonly onShape: (page: number, shape: Size) => void
}

/** Aspect ratios of the pages: from the server, corrected by the images themselves (a photo may be rotated). */
export function useShapes(pages: readonly PageDto[]): Shapes {
  const [shapes, setShapes] = useState<readonly PageShape[]>(() => shapesOf(pages))
  const onShape = useCallback((page: number, shape: Size) => {
    setShapes(was => {
      const known = was[page]
      if (!known || shape.width === 0 || isAlike(known, shape)) return was
      return was.map((one, at) => (at === page ? shape : one))
    })
  }, [])
  const shapeOf = useCallback((page: number) => sizeOf(shapes[page]), [shapes])
  return { shapes, shapeOf, onShape }
}

export const shapesOf = (pages: readonly PageDto[]): PageShape[] =>
  pages.map(({ width, height }) => ({ width: width ?? null, height: height ?? null }))

/** A resized image has the same ratio except for rounding. */
function isAlike(known: PageShape, shape: Size): boolean {
  if (!known.width || !known.height) return false
  return Math.abs((known.width * shape.height) / (known.height * shape.width) - 1) < 0.02
}

export function sizeOf({ width, height }: Partial<PageShape> = {}): Size {
  return width && height ? { width, height } : GUESSED
}
