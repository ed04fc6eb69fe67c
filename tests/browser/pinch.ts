import type { Page } from 'playwright-core'

/** Two fingers next to each other that move apart or together: their distances from the middle. */
export async function pinch(page: Page, { x, y }: { x: number; y: number }, from: number, to: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const steps = 6
  const at = (step: number) => {
    const far = from + ((to - from) * step) / steps
    return [
      { x: x - far, y, id: 0 },
      { x: x + far, y, id: 1 },
    ]
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (let step = 1; step <= steps; step++) {
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step) })
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}
