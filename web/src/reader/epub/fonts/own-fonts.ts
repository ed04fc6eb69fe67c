import { createStore, del, get, keys, set, type UseStore } from 'idb-keyval'
import { LONGEST_NAME } from './fonts.rules'

/** Fonts added in this browser. They are never uploaded. */
const MOST_FONTS = 20
const MOST_BYTES = 12 * 1024 * 1024

let opened: UseStore | null = null
const store = () => {
  opened ??= createStore('octavo-fonts', 'fonts')
  return opened
}

/** Names of the fonts on this device; empty without storage. */
export async function ownFonts(): Promise<string[]> {
  const names = await keys<string>(store()).catch(() => [])
  return names.toSorted((a, b) => a.localeCompare(b))
}

export async function ownFontData(name: string): Promise<ArrayBuffer | null> {
  const found: unknown = await get(name, store()).catch(() => null)
  return found instanceof ArrayBuffer ? found : null
}

export const removeOwnFont = (name: string): Promise<void> => del(name, store())

export type Refused = 'large' | 'many' | 'noFont' | 'failed'

/** Adds a font file; returns its name, or the error. */
export async function addOwnFont(file: File): Promise<{ readonly name: string } | { readonly refused: Refused }> {
  const name = nameOf(file.name)
  if (file.size > MOST_BYTES) return { refused: 'large' }
  const known = await ownFonts()
  if (!known.includes(name) && known.length >= MOST_FONTS) return { refused: 'many' }
  const data = await file.arrayBuffer()
  const isFont = await new FontFace('octavo-try', data.slice(0)).load().then(
    () => true,
    () => false,
  )
  if (!isFont || name === '') return { refused: 'noFont' }
  try {
    await set(name, data, store())
    return { name }
  } catch {
    return { refused: 'failed' }
  }
}

function nameOf(file: string): string {
  const plain = file.replace(/\.(?:ttf|otf|woff2?)$/i, '').replace(/[_\s]+/g, ' ')
  return plain.trim().slice(0, LONGEST_NAME)
}
