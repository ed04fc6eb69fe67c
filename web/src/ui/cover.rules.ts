import { hashOfTitle } from '@octavo/contract/drawn-cover'

const shape = 2 / 3
/** Maximum share of a cover cropped for uniform cards; beyond it the whole cover is shown. */
const mayLose = 0.08

/** Whether an image fills the 2:3 box, or is shown whole with its own colours around. */
export function fitOf(width: number, height: number): 'cover' | 'contain' {
  if (width <= 0 || height <= 0) return 'contain'
  const ratio = width / height / shape
  const lost = ratio > 1 ? 1 - 1 / ratio : 1 - ratio
  return lost <= mayLose ? 'cover' : 'contain'
}

/** The hue of the drawn cover of a title. */
export function hueOf(title: string): number {
  return hashOfTitle(title) % 360
}
