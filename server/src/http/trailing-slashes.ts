/** A path without slashes at its end. Not searched from each slash of a row, which would take quadratic time. */
export function withoutTrailingSlashes(path: string): string {
  return path.replace(/(?<!\/)\/+$/, '')
}
