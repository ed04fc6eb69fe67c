import { useDeferredValue, useEffect, useSyncExternalStore } from 'react'
import { painted } from './painted'

/** Longer waits would delay the page. */
const BRIEFLY_MS = 60
let isOpening = true

/**
 * While the app is being opened: waits until answers are there that were requested early (`early/`), so that the page is
 * rendered once. Later, pages never wait.
 */
export function briefly(answers: Promise<unknown>): Promise<unknown> | undefined {
  if (!isOpening) return undefined
  return Promise.race([answers, new Promise(resolve => setTimeout(resolve, BRIEFLY_MS))])
}

/**
 * Whether the content of the frame is rendered. While the app is being opened, the frame comes first; React renders the
 * content in short steps then, so that the page responds.
 */
export function useContentShown(): boolean {
  const isShown = useDeferredValue(true, !isOpening)
  useEffect(() => {
    if (!isShown) return
    isOpening = false
    lookForCovers()
  }, [isShown])
  return isShown
}

/** A slow cover does not keep the rest away for longer. */
const COVERS_MS = 4000
let isWaiting = false
let areLoaded = false
const listeners = new Set<() => void>()

/**
 * Whether the covers in sight of the first page are loaded. What is out of sight waits for them, so that nothing
 * competes with them; later pages do not wait.
 */
export const hasFirstCovers = (): boolean => areLoaded

/** The same for components: they render again then. */
export const useFirstCovers = (): boolean => useSyncExternalStore(onFirstCovers, hasFirstCovers)

export function onFirstCovers(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function lookForCovers(): void {
  if (isWaiting) return
  isWaiting = true
  const covers = [...document.images].filter(image => image.loading === 'eager')
  const shown = Promise.all(covers.map(image => image.decode().catch(() => undefined))).then(painted)
  void Promise.race([shown, pause(COVERS_MS)]).then(() => {
    areLoaded = true
    for (const listener of listeners) listener()
  })
}

function pause(milliseconds: number): Promise<unknown> {
  return new Promise(resolve => setTimeout(resolve, milliseconds))
}

// For what is outside the frame, such as readers.
void pause(COVERS_MS).then(lookForCovers)
