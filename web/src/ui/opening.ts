import { useDeferredValue, useEffect, useSyncExternalStore } from 'react'
import { painted } from './painted'

/** Longer waits would delay the page. */
const BRIEFLY_MS = 60
/** A slow answer or cover does not delay the rest any longer. */
const COVERS_MS = 4000

let isOpening = true
/** The answers to early requests of the opened page; a page without any waits for none. */
let answers: Promise<unknown> = Promise.resolve()
let showContent = () => {}
const content = new Promise<void>(resolve => {
  showContent = resolve
})

/**
 * While the app is being opened: waits until answers are there that were requested early (`early/`), so that the page is
 * rendered once. Later, pages never wait.
 */
export function briefly(asked: Promise<unknown>): Promise<unknown> | undefined {
  if (!isOpening) return undefined
  answers = asked
  return Promise.race([asked, pause(BRIEFLY_MS)])
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
    showContent()
  }, [isShown])
  return isShown
}

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

void Promise.race([coversInSight(), pause(COVERS_MS)]).then(() => {
  areLoaded = true
  for (const listener of listeners) listener()
})

async function coversInSight(): Promise<void> {
  await content
  // Without an answer, there are no covers yet: the page shows them in the frame after it.
  await answers.catch(() => undefined)
  await painted()
  const covers = [...document.images].filter(image => image.loading === 'eager')
  await Promise.all(covers.map(image => image.decode().catch(() => undefined)))
  await painted()
}

function pause(milliseconds: number): Promise<unknown> {
  return new Promise(resolve => setTimeout(resolve, milliseconds))
}
