/** The place of an account's recent searches in local storage. */
export const recentSearchesOf = (userId: string) => `octavo.searches.${userId}`
