/** Base path of the server behind a reverse proxy, such as `/octavo`, or empty; the server writes it into the page. */
export const basePath: string =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? ''

/** A path of the server, such as `/icon.svg`, including the base path. */
export function belowBase(path: string): string {
  return `${basePath}${path}`
}
