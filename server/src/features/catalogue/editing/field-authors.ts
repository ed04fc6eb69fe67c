/** Who set a field, and when (epoch milliseconds). */
export interface FieldAuthor {
  readonly by: string
  readonly at: number
}

/** Fields set by people, by the edit's field names: the column `edited_by`. */
export type FieldAuthors = Readonly<Record<string, FieldAuthor>>

export function fieldAuthorsOf({ edited_by }: { readonly edited_by: string | null }): FieldAuthors {
  return edited_by === null ? {} : JSON.parse(edited_by)
}

/** The column after an edit; null if empty. */
export function fieldAuthorsText(
  before: FieldAuthors,
  { said, released }: { readonly said: readonly string[]; readonly released: readonly string[] },
  author: FieldAuthor,
): string | null {
  const left = Object.entries(before).filter(([name]) => !released.includes(name))
  const all = { ...Object.fromEntries(left), ...Object.fromEntries(said.map(name => [name, author])) }
  return Object.keys(all).length === 0 ? null : JSON.stringify(all)
}
