import type { Reader, Write } from '../../../db'
import type { Clock } from '../../../kernel/clock'

export interface ProgressDeps {
  readonly reader: Reader
  readonly write: Write
  readonly clock: Clock
}
