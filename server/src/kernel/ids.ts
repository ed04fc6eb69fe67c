/**
 * A public id. Version 7: ordered by time, so that rows made together lie together in every index,
 * and sorting by id is a stable tie-break.
 */
export function newId(): string {
  return Bun.randomUUIDv7()
}
