/** Names of locks that are not those of their fields. */
export const LOCKED_FIELDS: Readonly<Record<string, string>> = {
  authorsJson: 'authors',
  authorsJsonLock: 'authors',
  awardsJson: 'awards',
  genre: 'genres',
}
