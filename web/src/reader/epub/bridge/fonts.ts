import { CHOSEN_FONT, type FontFile } from './protocol'

/** The reader's font, created from bytes. */
export interface Fonts {
  /** Replaces the previous one; resolves when it can be rendered. */
  set(files: readonly FontFile[]): Promise<void>
  ready(): Promise<void>
}

export function createFonts(): Fonts {
  let faces: readonly FontFace[] = []
  let loading: Promise<void> = Promise.resolve()

  async function load(files: readonly FontFile[]): Promise<void> {
    for (const face of faces) document.fonts.delete(face)
    faces = files.map(
      ({ data, weight, style, unicodeRange }) =>
        new FontFace(CHOSEN_FONT, data, { weight, style, ...(unicodeRange && { unicodeRange }) }),
    )
    const mine = faces
    // An invalid font file falls back to the next one in the list.
    const loaded = await Promise.allSettled(mine.map(face => face.load()))
    if (mine !== faces) return
    for (const result of loaded) if (result.status === 'fulfilled') document.fonts.add(result.value)
  }

  return {
    set(files) {
      loading = load(files)
      return loading
    },
    ready: () => loading,
  }
}
