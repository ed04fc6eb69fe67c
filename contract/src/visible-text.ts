/**
 * Whether a text has visible characters: not only spaces, control characters, joiners, direction marks or combining
 * accents.
 */
export function isVisible(text: string): boolean {
  return /[^\s\p{Cc}\p{M}\p{Default_Ignorable_Code_Point}]/u.test(text)
}

/** Whether a text stays on its line and in its order: no control characters, and no direction overrides. */
export function isOneLine(text: string): boolean {
  return !/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text)
}

/** Whether a multi-line text has no control characters except tabs and line breaks. */
export function isLines(text: string): boolean {
  return !/[^\P{Cc}\t\n\r]/u.test(text)
}
