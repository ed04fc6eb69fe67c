/**
 * A public id. Version 7: ordered by time, so that rows created together are adjacent in every index, and sorting by id
 * is a stable tie-break.
 */
export function newId(): string {
  return Bun.randomUUIDv7()
}

/** When an id of `newId` was created, in milliseconds since 1970: its first 48 bits. */
export function momentOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}
