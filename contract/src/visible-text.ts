/** Whether a text shows anything: not only spaces, control characters, joiners, marks of direction or accents without a letter. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Cc}\p{M}\p{Default_Ignorable_Code_Point}]/u.test(text)
}
