import type { FieldRegistry } from './fields'

/** Fields that lists of books and lists of series have alike: ratings, links to other sites, and relevance of a search. */
export const FOUND_FIELDS = {
  userRating: {
    filter: { family: 'number', panel: 'closed', ofReader: true },
    sort: { name: 'rating', also: ['user_rating'], way: 'number', down: true },
  },
  hasUserRating: { filter: { family: 'bool', panel: 'closed', ofReader: true } },
  communityRating: {
    filter: { family: 'number', panel: 'closed', ofReader: true },
    sort: { name: 'community_rating', also: ['avg_rating'], way: 'number', down: true },
  },
  externalRating: {
    filter: { family: 'number', panel: 'closed' },
    sort: { name: 'external_rating', way: 'number', down: true },
  },
  hasExternalSourceId: { filter: { family: 'bool', panel: 'closed' } },
  relevance: { sort: { name: 'relevance', also: ['score'] } },
} as const satisfies FieldRegistry
