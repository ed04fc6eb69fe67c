/**
 * Path below which a reverse proxy has put the server, such as `/octavo`, or nothing; the server writes it into the page.
 */
export const basePath: string =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? ''

/** A path of the server, such as `/icon.svg`, as the browser has to ask for it. */
export function belowBase(path: string): string {
  return `${basePath}${path}`
}
