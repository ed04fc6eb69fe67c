import type { Connection } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import type { ParserPool } from '../../../workers/pool.types'

export interface DuplicateDeps {
  readonly connection: Connection
  readonly pool: ParserPool
  readonly now: Clock
}
