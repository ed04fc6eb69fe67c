import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ImageInput } from '../../formats/decoders'
import { imageMediaType, readImageHeader } from '../../formats/image/image-header'
import { FORMAT_LIMITS } from '../../formats/limits'
import { refuse } from '../../formats/problem'
import { guardLibrary } from './broken-library'

type Pixels = ImageInput & { readonly kind: 'pixels' }
type Decode = (bytes: Buffer) => Promise<Pixels>

/** Images that sharp's build does not decode: each has a decoder, loaded on demand. */
const DECODERS: Readonly<Record<string, Decode>> = {
  'image/jxl': decodeJxl,
  'image/heic': decodeHeic,
  'image/bmp': decodeBmp,
}

/**
 * The pixels of a JPEG XL, HEIC or bitmap; null for any other format. The header's size is checked before decoding.
 * Throws FileProblemError.
 */
export async function decodeOther(bytes: Buffer): Promise<Pixels | null> {
  const decode = DECODERS[imageMediaType(bytes) ?? '']
  if (decode === undefined) return null
  const header = readImageHeader(bytes)
  if (header === null || header === 'more') return refuseDamaged()
  const { width, height } = header
  if (width * height > FORMAT_LIMITS.imagePixels || Math.max(width, height) > FORMAT_LIMITS.imageSide) {
    refuse('page_extraction', 'too-large', 'The page has too many pixels.', { width, height })
  }
  const pixels = await decode(bytes)
  // A file may contain another image than its header says.
  if (pixels.width * pixels.height * (pixels.channels ?? 3) !== pixels.bytes.length) refuseDamaged()
  return pixels
}

function refuseDamaged(said = ''): never {
  return refuse('page_extraction', 'page-corrupt', 'The page cannot be decoded.', { said: said.slice(0, 200) })
}

function pixelsOf(image: { width: number; height: number; data: Uint8Array | Uint8ClampedArray }): Pixels {
  const { width, height, data } = image
  return { kind: 'pixels', bytes: Buffer.from(data.buffer, data.byteOffset, data.length), width, height, channels: 4 }
}

/** Translates the decoder's errors; guardLibrary reports an abort. */
function attempt<T>(use: () => T): T {
  return guardLibrary(() => {
    try {
      return use()
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error
      return refuseDamaged(error instanceof Error ? error.message : String(error))
    }
  })
}

function wasmOf(specifier: string): Buffer<ArrayBuffer> {
  return readFileSync(fileURLToPath(import.meta.resolve(specifier)))
}

interface JxlModule {
  decode(bytes: Buffer): { width: number; height: number; data: Uint8ClampedArray } | null
}

let jxl: Promise<JxlModule> | null = null

async function decodeJxl(bytes: Buffer): Promise<Pixels> {
  jxl ??= import('@jsquash/jxl/decode.js').then(
    ({ init }) => init(new WebAssembly.Module(wasmOf('@jsquash/jxl/codec/dec/jxl_dec.wasm'))) as Promise<JxlModule>,
  )
  const module = await jxl
  return attempt(() => pixelsOf(module.decode(bytes) ?? refuseDamaged()))
}

interface HeifLibrary {
  readonly HeifDecoder: new () => { decode(bytes: Buffer): HeifImage[] }
}

interface HeifImage {
  get_width(): number
  get_height(): number
  is_primary(): number
  display(
    target: { width: number; height: number; data: Uint8ClampedArray },
    done: (image: object | null) => void,
  ): void
  free(): void
}

let heif: Promise<HeifLibrary> | null = null

async function decodeHeic(bytes: Buffer): Promise<Pixels> {
  heif ??= import('libheif-js/libheif-wasm/libheif.js').then(({ default: create }) =>
    (create as unknown as (options: object) => HeifLibrary)({
      wasmBinary: wasmOf('libheif-js/libheif-wasm/libheif.wasm'),
    }),
  )
  const library = await heif
  const images = attempt(() => new library.HeifDecoder().decode(bytes))
  try {
    const image = images.find(one => one.is_primary()) ?? images[0] ?? refuseDamaged()
    const [width, height] = [image.get_width(), image.get_height()]
    if (width * height > FORMAT_LIMITS.imagePixels) {
      refuse('page_extraction', 'too-large', 'The page has too many pixels.', { width, height })
    }
    const target = { width, height, data: new Uint8ClampedArray(width * height * 4) }
    const shown = await new Promise<object | null>(done => attempt(() => image.display(target, done)))
    return shown === null ? refuseDamaged() : pixelsOf(target)
  } finally {
    for (const image of images) image.free()
  }
}

async function decodeBmp(bytes: Buffer): Promise<Pixels> {
  const { decode } = await import('bmp-ts')
  return attempt(() => {
    const { width, height, data } = decode(bytes, { toRGBA: true })
    const image = pixelsOf({ width, height: Math.abs(height), data })
    // Most bitmaps leave the fourth byte at 0, which would be transparent.
    for (let at = 3; at < image.bytes.length; at += 4) image.bytes[at] = 255
    return image
  })
}
