/** Of the first and last word of a name, for people without a picture: Lewis Carroll is LC. */
export function initialsOf(name: string): string {
  const initials = name.split(/\s+/).flatMap(word => word.match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? [])
  return [...new Set([0, initials.length - 1])]
    .map(at => initials[at] ?? '')
    .join('')
    .toLocaleUpperCase()
}
