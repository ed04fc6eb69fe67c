/** EPUB 3 says more about an element by its id: id -> property -> value. */
export type Refinements = ReadonlyMap<string, ReadonlyMap<string, string>>
