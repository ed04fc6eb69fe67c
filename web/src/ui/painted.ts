/** Hidden pages are not painted. */
const LONGEST_MS = 100
const PRESSES = ['pointerdown', 'keydown', 'click'] as const

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

/** Runs after the next frame is painted, but before the next press: presses count in their order. */
export function afterPaint(run: () => unknown): void {
  let isDue = true
  const once = () => {
    if (!isDue) return
    isDue = false
    for (const press of PRESSES) removeEventListener(press, once, true)
    run()
  }
  for (const press of PRESSES) addEventListener(press, once, true)
  void painted().then(once)
}
