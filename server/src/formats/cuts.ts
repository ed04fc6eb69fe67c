import type { FileProblem } from './facts'
import { fileProblem } from './problem'

/** What was cut of a book's facts, by the field; `stored` is how many of the given names are left of a list. */
export type Cuts = Map<string, { readonly given: number; readonly stored?: number }>

/** One warning for all that was cut; null for nothing. */
export function cutWarning(cuts: Cuts): FileProblem | null {
  if (cuts.size === 0) return null
  const parts = [...cuts].map(([field, { given, stored }]) =>
    stored === undefined ? field : `${field} (${stored} of ${given} were stored)`,
  )
  return fileProblem('metadata', 'too-large', `Too long to be stored whole, so it was cut: ${parts.join(', ')}.`, {
    cut: [...cuts.keys()].join(', '),
  })
}
