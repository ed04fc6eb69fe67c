import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect'

/** One step of the schema, the same for both databases. Never changed once released. */
export interface Migration {
  /** `NNNN-words`; steps run in the order of their names. */
  readonly name: string
  up(db: Kysely<never>, dialect: Dialect): Promise<void>
}
