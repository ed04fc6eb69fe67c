import type { SizeReading } from './pixel-size'

/** JPEG: walks the segments to the first frame header (SOF). */
export function jpegSize(head: Buffer): SizeReading {
  let at = 2
  for (;;) {
    // Any number of 0xFF may precede a marker.
    while (at + 1 < head.length && head[at] === 0xff && head[at + 1] === 0xff) at++
    if (at + 4 > head.length) return 'more'
    if (head[at] !== 0xff) return null
    const marker = head[at + 1] as number
    if (isStandalone(marker)) {
      at += 2
      continue
    }
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) return null
    const length = head.readUInt16BE(at + 2)
    if (length < 2) return null
    if (isFrameHeader(marker)) {
      if (at + 9 > head.length) return 'more'
      return { width: head.readUInt16BE(at + 7), height: head.readUInt16BE(at + 5) }
    }
    at += 2 + length
  }
}

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

/** TEM and RST0..7 have no length. */
function isStandalone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
}

/** SOF0..15 without DHT (C4), JPG (C8) and DAC (CC), which share the range. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}
