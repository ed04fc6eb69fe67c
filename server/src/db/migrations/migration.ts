import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect'

/** One step of the schema, the same for both databases. Never changed once released. */
export interface Migration {
  /** `NNNN-words`; steps run in the order of their names. */
  readonly name: string
  /**
   * The newest step that an older version of Octavo must know to keep working after this one. A step that only adds (a table, an
   * index, a nullable column or one with a default) names the step before it; one that removes names the first step of
   * the release that stopped using it. Null: every older version of Octavo is incompatible.
   */
  readonly compatibleFrom: string | null
  up(db: Kysely<never>, dialect: Dialect): Promise<void>
}
