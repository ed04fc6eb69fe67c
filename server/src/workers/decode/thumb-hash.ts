import { rgbaToThumbHash } from 'thumbhash'

/** ThumbHash stores seven frequencies per side: more pixels cost more without a visible difference (measured up to 100). */
const HASH_SIDE = 20

/** ThumbHash, base64, of a JPEG. */
export async function thumbHashOf(jpeg: Uint8Array): Promise<string> {
  const small = new Bun.Image(jpeg).resize(HASH_SIDE, HASH_SIDE, {
    fit: 'inside',
    withoutEnlargement: true,
    filter: 'box',
  })
  const { width, height, rgba } = pixelsOf(await small.png({ compressionLevel: 0 }).buffer())
  return Buffer.from(rgbaToThumbHash(width, height, rgba)).toString('base64')
}

/**
 * The pixels of an uncompressed PNG written by the runtime: RGBA, unfiltered rows. There is no other access to them,
 * and this costs a tenth of using libvips.
 */
function pixelsOf(png: Buffer): { width: number; height: number; rgba: Uint8Array } {
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const [depth, colours] = [png[24], png[25]]
  // After the two header bytes of zlib; the checksum is not needed.
  const rows = Bun.inflateSync(new Uint8Array(chunkOf(png, 'IDAT').subarray(2)))
  const row = 4 * width
  const rgba = new Uint8Array(row * height)
  for (let y = 0; y < height; y++) {
    const from = y * (row + 1)
    if (depth !== 8 || colours !== 6 || rows[from] !== 0)
      throw new Error('A PNG is not as the runtime used to write it')
    rgba.set(rows.subarray(from + 1, from + 1 + row), y * row)
  }
  return { width, height, rgba }
}

function chunkOf(png: Buffer, name: string): Buffer {
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === name) return png.subarray(at + 8, at + 8 + png.readUInt32BE(at))
  }
  throw new Error(`A PNG has no ${name}`)
}
