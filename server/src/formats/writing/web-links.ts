import { webLinksIn } from '../sidecar/said-text'

/** Addresses that are read again as they are written, each once. */
export function wholeLinks(links: readonly string[]): readonly string[] {
  return [...new Set(links)].filter(link => {
    const [first, ...others] = webLinksIn(link)
    return first === link && others.length === 0
  })
}
