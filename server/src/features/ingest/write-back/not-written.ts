import type { WriteRefusal } from '@octavo/contract/formats'
import type { FileProblem } from '../../../formats/facts'
import { REFUSAL_SENTENCES, refusalOf } from '../../../formats/writing/refuse-writing'

/** Why nothing was written: a sentence for a person. */
export class NotWritten extends Error {
  override readonly name = 'NotWritten'
  constructor(
    readonly code: WriteRefusal,
    message: string = REFUSAL_SENTENCES[code],
  ) {
    super(message)
  }
}

export function notWritten(problem: FileProblem): NotWritten {
  return new NotWritten(refusalOf(problem), problem.message)
}
