import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { withMessages } from '../../ui/lazy-part'
import { painted } from '../../ui/painted'
import type { ResultsProps } from './palette-results'

type Results = ComponentType<ResultsProps>

let here: Results | undefined
let coming: Promise<Results> | undefined

/** Loads the palette's results and messages once; again after a failure. */
function loadPalette(): Promise<Results> {
  coming ??= fetchParts().catch(error => {
    coming = undefined
    throw error
  })
  return coming
}

/** After the next frame: the input, or what else the reader pressed, is painted first. */
async function fetchParts(): Promise<Results> {
  await painted()
  here = (await withMessages(() => import('./palette-results'))).PaletteResults
  return here
}

/** Preloading, so a failure is not shown yet. */
export function expectPalette(): void {
  void loadPalette().catch(() => undefined)
}

/** Null while loading, and after a failure. */
export function usePaletteResults() {
  const [Results, setResults] = useState(() => here ?? null)
  const [error, setError] = useState<unknown>(null)
  const retry = useCallback(() => {
    setError(null)
    loadPalette().then(loaded => setResults(() => loaded), setError)
  }, [])
  useEffect(() => {
    if (!here) retry()
  }, [retry])
  return { Results, error, retry }
}
