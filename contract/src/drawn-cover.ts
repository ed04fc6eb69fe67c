/**
 * A number derived from a title: hue and design of its drawn cover, also used by the app before the picture is loaded.
 */
export function hashOfTitle(title: string): number {
  let sum = 0
  for (const letter of title) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return sum * 47
}
