import { hashOfTitle } from '@octavo/contract/drawn-cover'

const shape = 2 / 3
/** Up to this much of a cover may be lost at the edges for an even shelf; beyond it the whole cover is shown. */
const mayLose = 0.08

/** Whether an image fills the 2:3 place, or stands whole in it with its own colours around. */
export function fitOf(width: number, height: number): 'cover' | 'contain' {
  if (width <= 0 || height <= 0) return 'contain'
  const ratio = width / height / shape
  const lost = ratio > 1 ? 1 - 1 / ratio : 1 - ratio
  return lost <= mayLose ? 'cover' : 'contain'
}

/** The hue of the cover that is drawn from a title. */
export function hueOf(title: string): number {
  return hashOfTitle(title) % 360
}
