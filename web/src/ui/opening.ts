import { useDeferredValue, useEffect } from 'react'

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
    if (isShown) isOpening = false
  }, [isShown])
  return isShown
}
