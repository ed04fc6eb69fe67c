import { OF_USER, type TableEntries } from './table'

/** Series that a user does not want to be recommended. */
export interface DismissedRecommendationsTable {
  user_pk: number
  series_pk: number
  dismissed_at: number
}

const DISMISSED_ONCE = { pass: 'heir', key: ['user_pk'] } as const

export const RECOMMENDATION_TABLES = {
  dismissed_recommendations: {
    owner: 'features/finding/recommendations',
    makesStale: 'nothing',
    seenWith: 'user',
    references: {
      user_pk: OF_USER,
      series_pk: { to: 'series', found: DISMISSED_ONCE, merged: DISMISSED_ONCE, moved: 'keep', gone: 'drop' },
    },
  },
} satisfies TableEntries
