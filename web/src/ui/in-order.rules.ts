/** A stable sort; unknown values are last in either direction. */
export function inOrder<Row>(rows: readonly Row[], value: (row: Row) => string | number | null, down: boolean): Row[] {
  return [...rows].sort((a, b) => {
    const [left, right] = [value(a), value(b)]
    if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1
    const way = typeof left === 'string' ? left.localeCompare(String(right)) : left - Number(right)
    return down ? -way : way
  })
}
