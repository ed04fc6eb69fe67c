/** Whether a text shows anything: not only spaces, control characters, joiners, marks of direction or accents without a letter. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Cc}\p{M}\p{Default_Ignorable_Code_Point}]/u.test(text)
}

/** Whether a text stays on its line and in its order: no control characters, and nothing that turns the letters after it around. */
export function isOneLine(text: string): boolean {
  return !/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text)
}

/** Whether a text of several lines has no control characters but tabs and line breaks. */
export function isLines(text: string): boolean {
  return !/[^\P{Cc}\t\n\r]/u.test(text)
}
