/** The token in a pasted text: the whole set-up link, or its code alone; null for anything else. */
export function tokenOf(text: string): string | null {
  const trimmed = text.trim()
  const token = URL.canParse(trimmed) ? new URL(trimmed).searchParams.get('token') : trimmed
  return token && /^[\w-]{16,}$/.test(token) ? token : null
}
