import type { SharpOptions } from 'sharp'
import { FORMAT_LIMITS } from '../../formats/limits'

type SharpModule = typeof import('sharp')['default']

let loaded: Promise<SharpModule> | null = null

/** Loads sharp (28 MB) with the first image. One thread, no cache, and only the loaders for page images. */
export function loadSharp(): Promise<SharpModule> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1)
    sharp.cache(false)
    // SVG, PDF, Magick and the like interpret untrusted bytes; pages need none of them.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: PAGE_LOADERS })
    return sharp
  })
  return loaded
}

const PAGE_LOADERS = [
  'VipsForeignLoadJpeg',
  'VipsForeignLoadPng',
  'VipsForeignLoadWebp',
  'VipsForeignLoadNsgif',
  'VipsForeignLoadHeif',
  'VipsForeignLoadTiff',
]

/** Damaged images are shown as far as possible; too large ones are refused before decoding. */
export const OPEN_OPTIONS: SharpOptions = {
  failOn: 'none',
  limitInputPixels: FORMAT_LIMITS.imagePixels,
  sequentialRead: true,
  pages: 1,
}
