/** Maximum bytes of an uploaded or fetched cover picture. */
export const MOST_COVER_BYTES = 20_000_000
