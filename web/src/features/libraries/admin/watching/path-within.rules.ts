/** A folder's path below a library's own, empty when it is that; null when it lies elsewhere. */
export function pathWithin(root: string, path: string): string | null {
  const folder = path.replace(/\/+$/, '')
  if (folder === root) return ''
  return folder.startsWith(`${root}/`) ? folder.slice(root.length + 1) : null
}
