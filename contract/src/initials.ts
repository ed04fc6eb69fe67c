/** Years and other remarks in brackets; a generation or degree after a comma. */
const REMARKS = /[([].*|,\s*(?:Jr|Sr|[IVX]+|Ph\.?\s?D|M\.?\s?D)\.?(?=\s|$|,).*/gu

/** Of the first and last word of a name, for people without a picture: Lewis Carroll is LC. */
export function initialsOf(name: string): string {
  const main = name.replace(REMARKS, '')
  const initials = (/[\p{L}\p{N}]/u.test(main) ? main : name)
    .split(/\s+/)
    .flatMap(word => word.match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? [])
  return [...new Set([0, initials.length - 1])]
    .map(at => initials[at] ?? '')
    .join('')
    .toUpperCase()
}
