/** The last part of a path of either kind of system: what a library is called when nobody says otherwise. */
export function nameOfFolder(path: string): string {
  return path.split(/[/\\]/).filter(Boolean).at(-1) ?? path
}

export type Crumb = { readonly name: string; readonly path: string }

/** The folders above a folder, the outermost first, itself last. */
export function crumbsOf(path: string): Crumb[] {
  if (!path) return []
  const slash = path.includes('\\') ? '\\' : '/'
  const parts = path.split(slash).filter(Boolean)
  const root = path.startsWith(slash) ? slash : ''
  const crumbs: Crumb[] = root ? [{ name: slash, path: slash }] : []
  let so = root
  for (const part of parts) {
    so = so === '' || so.endsWith(slash) ? `${so}${part}` : `${so}${slash}${part}`
    // A Windows drive is a folder only with its backslash.
    crumbs.push({ name: part, path: /^[A-Za-z]:$/.test(so) ? `${so}\\` : so })
  }
  return crumbs
}
