/** A member of a table by a name from outside: `constructor` and the like, which every object knows, are none. */
export function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
