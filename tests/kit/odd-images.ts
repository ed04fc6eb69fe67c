import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { FIXTURES } from './paths'

const [WIDTH, HEIGHT] = [64, 96]

/** 64 x 96 pixels, the upper half red, the lower half blue; rows from the top, three channels. */
export function redOverBlue(): Buffer {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3)
  for (let at = 0; at < pixels.length; at += 3) pixels[at < pixels.length / 2 ? at : at + 2] = 255
  return pixels
}

/** The picture as HEIC, as libheif with x265 writes it. */
export function heicImage(): Buffer {
  return Buffer.from(HEIC, 'base64')
}

/** The picture as a bitmap of 24 bits, bottom row first. */
export function bmpImage(): Buffer {
  const pixels = redOverBlue()
  const rows = Buffer.alloc(pixels.length)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const [from, to] = [(y * WIDTH + x) * 3, ((HEIGHT - 1 - y) * WIDTH + x) * 3]
      rows.set([pixels[from + 2] ?? 0, pixels[from + 1] ?? 0, pixels[from] ?? 0], to)
    }
  }
  return Buffer.concat([bmpHeader(WIDTH, HEIGHT, rows.length), rows])
}

/** Header of a bitmap of 24 bits (BITMAPINFOHEADER). */
export function bmpHeader(width: number, height: number, bytes: number): Buffer {
  const header = Buffer.alloc(54)
  header.write('BM')
  header.writeUInt32LE(54 + bytes, 2)
  header.writeUInt32LE(54, 10)
  header.writeUInt32LE(40, 14)
  header.writeInt32LE(width, 18)
  header.writeInt32LE(height, 22)
  header.writeUInt16LE(1, 26)
  header.writeUInt16LE(24, 28)
  return header
}

export function tiffImage(): Promise<Buffer> {
  return sharp(redOverBlue(), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .tiff({ compression: 'lzw' })
    .toBuffer()
}

/** A photograph of 550 x 368. */
export function jxlImage(): Buffer {
  return readFileSync(join(FIXTURES, 'images/example.jxl'))
}

const HEIC = [
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAA',
  'AAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAAARQAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAwmlwcnAA',
  'AACkaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkA',
  'AAAwAAAwAeoCCBhZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAEAAAABgAAAAEHBpeGkAAAAAAwgICAAA',
  'ABZpcG1hAAAAAAAAAAEAAQOBAoMAAABNbWRhdAAAAEEoAa8TgHlz01RH//68YO/+WwZ/80GTtcVDcmf/1oI0fwmM/+s0cjX7CevvbJhpfgS2Wd',
  'Z6JVuqOZUMvfvpwWU/gA==',
].join('')
