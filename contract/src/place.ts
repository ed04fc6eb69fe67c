const HERE = 'http://here.invalid'

/**
 * Whether a text is a path within the app and nothing else: no other site, no scheme, no backslash and no control
 * character, which browsers treat as a slash or drop. Every redirect target after sign-in is checked.
 */
export function isPlaceInside(requested: unknown): requested is string {
  if (typeof requested !== 'string' || requested.length > 2000 || !requested.startsWith('/')) return false
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u0020\u007f\\]/.test(requested) || requested.startsWith('//')) return false
  const url = URL.parse(requested, HERE)
  return url !== null && url.origin === HERE && url.username === ''
}
