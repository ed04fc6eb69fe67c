/** Pixels as stored. */
export interface PixelSize {
  readonly width: number
  readonly height: number
}

/** `more`: the header continues beyond the given bytes. `null`: it is broken. */
export type SizeReading = PixelSize | 'more' | null
