/**
 * True for a simple image of moderate size: a JPEG, grey or with three 8-bit components, Huffman coded and without a
 * colour profile; or a plain lossy WebP. The runtime's own decoder handles these at half the cost of libvips
 * (measured); all others go to libvips.
 */
export function isPlainImage(bytes: Buffer): boolean {
  return isPlainJpeg(bytes) || isPlainWebp(bytes)
}

/** Only the extended format has transparency, a profile or several pictures. */
function isPlainWebp(bytes: Buffer): boolean {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF') return false
  if (bytes.toString('latin1', 8, 16) !== 'WEBPVP8 ') return false
  return fits(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
}

function isPlainJpeg(bytes: Buffer): boolean {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return false
  for (let at = 2; at + 10 <= bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] as number
    if (bytes[at] !== 0xff || !hasLength(marker)) return false
    if (PLAIN_FRAMES.has(marker)) return isPlainFrame(bytes.subarray(at + 4, at + 10))
    if (isFrame(marker) || (marker === COLOUR_PROFILE && holdsProfile(bytes, at + 4))) return false
  }
  return false
}

/**
 * A progressive JPEG takes up to 6 bytes per pixel; out of memory, libvips returns an error, while the runtime ends the
 * process.
 */
const MOST_PIXELS = 40_000_000
/** Baseline, extended and progressive. */
const PLAIN_FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2])
const HUFFMAN_TABLES = 0xc4
/** APP2. */
const COLOUR_PROFILE = 0xe2
const PROFILE_NAME = 'ICC_PROFILE'

/** Not the start of scan, padding or a marker without length, which no writer puts before the frame. */
function hasLength(marker: number): boolean {
  return marker >= 0xc0 && marker < 0xff && !(marker >= 0xd0 && marker <= 0xda)
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== HUFFMAN_TABLES
}

/** Bits per sample, height, width, number of components. */
function isPlainFrame(frame: Buffer): boolean {
  return frame[0] === 8 && (frame[5] === 1 || frame[5] === 3) && fits(frame.readUInt16BE(3), frame.readUInt16BE(1))
}

function fits(width: number, height: number): boolean {
  return width * height > 0 && width * height <= MOST_PIXELS
}

function holdsProfile(bytes: Buffer, at: number): boolean {
  return bytes.toString('latin1', at, at + PROFILE_NAME.length) === PROFILE_NAME
}
