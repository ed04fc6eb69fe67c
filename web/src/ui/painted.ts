/** Hidden pages are not painted. */
const LONGEST_MS = 100

/** Resolves after the next frame is painted. */
export function painted(): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, LONGEST_MS)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      setTimeout(resolve)
    })
  })
}
