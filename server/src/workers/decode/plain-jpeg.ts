/**
 * True for a JPEG that is shown as it is decoded: grey or three colours of 8 bits, Huffman coded, without a colour
 * profile, and not so large that memory might not do. The runtime's own decoder takes these, at half the cost of
 * libvips (measured); all others are left to that.
 */
export function isPlainJpeg(bytes: Buffer): boolean {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return false
  for (let at = 2; at + 10 <= bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] as number
    if (bytes[at] !== 0xff || !hasLength(marker)) return false
    if (PLAIN_FRAMES.has(marker)) return isPlainFrame(bytes.subarray(at + 4, at + 10))
    if (isFrame(marker) || (marker === COLOUR_PROFILE && holdsProfile(bytes, at + 4))) return false
  }
  return false
}

/** A progressive JPEG takes up to 6 bytes a pixel; short of memory, libvips says so where the runtime ends the process. */
const MOST_PIXELS = 40_000_000
/** Baseline, extended and progressive. */
const PLAIN_FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2])
const HUFFMAN_TABLES = 0xc4
/** APP2. */
const COLOUR_PROFILE = 0xe2
const PROFILE_NAME = 'ICC_PROFILE'

/** Not the beginning of the pixels, nor padding or a marker without a length, which no writer puts before the frame. */
function hasLength(marker: number): boolean {
  return marker >= 0xc0 && marker < 0xff && !(marker >= 0xd0 && marker <= 0xda)
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== HUFFMAN_TABLES
}

/** Bits of a sample, height, width, number of components. */
function isPlainFrame(frame: Buffer): boolean {
  const pixels = frame.readUInt16BE(1) * frame.readUInt16BE(3)
  return frame[0] === 8 && pixels > 0 && pixels <= MOST_PIXELS && (frame[5] === 1 || frame[5] === 3)
}

function holdsProfile(bytes: Buffer, at: number): boolean {
  return bytes.toString('latin1', at, at + PROFILE_NAME.length) === PROFILE_NAME
}
