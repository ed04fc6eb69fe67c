/** bigint as a number: every value we store is below 2^53. */
export function parseInt8(text: string): number {
  const value = Number(text)
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new RangeError(`${text} is beyond 2^53`)
  return value
}
