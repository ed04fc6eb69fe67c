/** Iterates over all rows in key order, in pages. `read` returns at most `size` rows after a key. */
export async function* pagesByKey<Row extends { readonly pk: number }>(
  size: number,
  read: (after: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], void, void> {
  for (let after = 0; ; ) {
    const rows = await read(after)
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < size) return
    after = last.pk
  }
}
