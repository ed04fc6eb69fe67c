import { thumbHashToDataURL, thumbHashToRGBA } from 'thumbhash'
import type { Accent } from '../theme/appearance'
import { accentOfPixels } from './accent.rules'

const most = 1500
const pictures = new Map<string, string>()

/** A picture of some 32 pixels as a data URL, from the base64 hash in the list; null without one. */
export function pictureOf(hash: string | null | undefined): string | null {
  if (!hash) return null
  const known = pictures.get(hash)
  if (known) return known
  const bytes = bytesOf(hash)
  if (!bytes) return null
  const picture = thumbHashToDataURL(bytes)
  if (pictures.size >= most) pictures.delete(pictures.keys().next().value ?? '')
  pictures.set(hash, picture)
  return picture
}

/** The accent from a page's cover. */
export function accentOf(hash: string | null | undefined): Accent | null {
  const bytes = hash ? bytesOf(hash) : null
  if (!bytes) return null
  return accentOfPixels(thumbHashToRGBA(bytes).rgba)
}

function bytesOf(hash: string): Uint8Array | null {
  try {
    const bytes = Uint8Array.from(atob(hash), letter => letter.charCodeAt(0))
    return bytes.length >= 5 ? bytes : null
  } catch {
    return null
  }
}
