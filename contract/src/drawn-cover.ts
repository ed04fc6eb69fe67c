/**
 * A number that follows from a title: hue and design of the cover that is drawn for it, the same in the app before the
 * picture is there.
 */
export function hashOfTitle(title: string): number {
  let sum = 0
  for (const letter of title) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return sum * 47
}
