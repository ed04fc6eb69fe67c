const HERE = 'http://here.invalid'

/**
 * Whether a text is a path inside the app and nothing else: no other site, no protocol, no backslash and no control
 * character, which browsers read as a slash or leave out. Whatever is followed after signing in has to pass.
 */
export function isPlaceInside(wished: unknown): wished is string {
  if (typeof wished !== 'string' || wished.length > 2000 || !wished.startsWith('/')) return false
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u0020\u007f\\]/.test(wished) || wished.startsWith('//')) return false
  const url = URL.parse(wished, HERE)
  return url !== null && url.origin === HERE && url.username === ''
}
