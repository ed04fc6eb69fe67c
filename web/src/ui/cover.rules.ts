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

/** The colour of a cover that is set from a title: always the same for the same title. */
export function hueOf(title: string): number {
  let sum = 0
  for (const letter of title) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return (sum * 47) % 360
}
