import type { FileProblem } from './facts'
import { fileProblem } from './problem'

/** Fields that were cut; `stored` is how many names of a list are left. */
export type Cuts = Map<string, { readonly given: number; readonly stored?: number }>

/** One warning for all cuts; null without any. */
export function cutWarning(cuts: Cuts): FileProblem | null {
  if (cuts.size === 0) return null
  const parts = [...cuts].map(([field, { given, stored }]) =>
    stored === undefined ? field : `${field} (${stored} of ${given} were stored)`,
  )
  return fileProblem('metadata', 'too-large', `Too long to be stored whole, so it was cut: ${parts.join(', ')}.`, {
    cut: [...cuts.keys()].join(', '),
  })
}
