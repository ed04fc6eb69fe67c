/** A path relative to a library folder, empty for the folder itself; null if it is elsewhere. */
export function pathWithin(root: string, path: string): string | null {
  const folder = path.replace(/\/+$/, '')
  if (folder === root) return ''
  return folder.startsWith(`${root}/`) ? folder.slice(root.length + 1) : null
}
