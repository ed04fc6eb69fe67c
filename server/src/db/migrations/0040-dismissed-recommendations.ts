import { sql } from 'kysely'
import type { Migration } from './migration'
import { references, required, tables } from './tables'

/** Series that a user does not want to be recommended. */
export const dismissedRecommendations: Migration = {
  name: '0040-dismissed-recommendations',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    await tables(db, dialect).table('dismissed_recommendations', table =>
      table
        .addColumn('user_pk', 'bigint', references('users.pk'))
        .addColumn('series_pk', 'bigint', references('series.pk'))
        .addColumn('dismissed_at', 'bigint', required)
        .addPrimaryKeyConstraint('dismissed_recommendations_key', ['user_pk', 'series_pk']),
    )
    await sql
      .raw('create index dismissed_recommendations_of_series on dismissed_recommendations (series_pk)')
      .execute(db)
  },
}
