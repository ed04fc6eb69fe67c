/** The rules of the server for a new password (contract: POST /setup/initialize). */
export const passwordRules = ['length', 'upper', 'lower', 'digit', 'special'] as const
export type PasswordRule = (typeof passwordRules)[number]

const tests: Readonly<Record<PasswordRule, (password: string) => boolean>> = {
  length: password => password.length >= 8,
  upper: password => /[A-Z]/.test(password),
  lower: password => /[a-z]/.test(password),
  digit: password => /[0-9]/.test(password),
  special: password => /[!@#$%^&*(),.?":{}|<>]/.test(password),
}

export function unmetRules(password: string): PasswordRule[] {
  return passwordRules.filter(rule => !tests[rule](password))
}

/** One @ and a dot in the part after it. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
}
