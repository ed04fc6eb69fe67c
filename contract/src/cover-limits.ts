/** Bytes of a picture that is uploaded as a cover, or fetched from a web address. */
export const MOST_COVER_BYTES = 20_000_000
