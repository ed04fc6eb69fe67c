import type { PreviewScanResponse } from '@octavo/contract/library'

/** The last part of a Unix or Windows path: the default name of a library. */
export function nameOfFolder(path: string): string {
  return path.split(/[/\\]/).filter(Boolean).at(-1) ?? path
}

export type Crumb = { readonly name: string; readonly path: string }

/** The parents of a folder, outermost first, itself last. */
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

/** Whether two lists name the same folders in the same order. */
export function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((path, index) => path === others[index])
}

/** The first series of a preview, with the titles of their sample books; a book without a title has its file's name. */
export function sampleTitles(
  { detectedSeries, files }: Pick<PreviewScanResponse, 'detectedSeries' | 'files'>,
  most: number,
): { readonly series: PreviewScanResponse['detectedSeries'][number]; readonly titles: readonly string[] }[] {
  const known = new Map(files.map(({ series, path, title }) => [`${series}/${nameOfFolder(path)}`, title]))
  return detectedSeries.slice(0, most).map(series => ({
    series,
    titles: series.sampleBooks.map(name => known.get(`${series.name}/${name}`) ?? name),
  }))
}
