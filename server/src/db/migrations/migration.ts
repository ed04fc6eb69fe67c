import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect'

/** One step of the schema, the same for both databases. Never changed once released. */
export interface Migration {
  /** `NNNN-words`; steps run in the order of their names. */
  readonly name: string
  /**
   * The newest step that an older Octavo has to know so that it can go on with this one applied. A step that only adds
   * (a table, an index, a column that may be null or has a default) names the step before it; one that takes away names
   * the first step of the release that no longer used it. Null: only an Octavo that knows this step can go on.
   */
  readonly compatibleFrom: string | null
  up(db: Kysely<never>, dialect: Dialect): Promise<void>
}
