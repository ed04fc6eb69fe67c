/** Characters of a new password. NIST SP 800-63B: at least 8, any characters, no rule on their kinds. */
export const PASSWORD_LENGTH = { min: 8, max: 1000 } as const
