import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { openBench } from '../../bad-input/bench'
import { png, pngChunk } from '../../kit/giant-images'
import { jpegImage } from '../../kit/images'
import { rawZip } from '../../kit/raw-zip'
import type { Outcome, Row, Trial } from '../harness/row'

export const imageMetadata: Row = {
  id: 'H07',
  does: 'pictures with text, colour profiles and EXIF that unpack to gigabytes, lie about their size or lead in circles, broken profiles, and progressive JPEGs cut off at n places',
  required: 'bounded, and nothing of it is in the thumbnail',
  databases: ['sqlite'],
  rounds: 200,
  minutes: 20,
  run,
}

const MARK = 'octavo-mark'

async function run({ rounds, say }: Trial): Promise<Outcome> {
  const bench = openBench('metadata')
  const faults: string[] = []
  const good = Buffer.from(await jpegImage({ width: 64, height: 96 }))
  await bench.read(bench.write('calm.cbz', rawZip([{ name: '1.jpg', data: good }])))
  const base = bench.peakMb()
  const sums = { files: 0, thumbnails: 0, named: 0 }
  async function look(name: string, image: Buffer): Promise<void> {
    const path = bench.write(
      'book.cbz',
      rawZip([
        { name: `1.${name.split(' ')[0]}`, data: image },
        { name: '2.jpg', data: good },
      ]),
    )
    const { facts, ms, thumbnail } = await bench.read(path)
    sums.files++
    if (facts.errors.length > 0) sums.named++
    if (facts.pages.length !== 2) faults.push(`${name}: ${facts.pages.length} pages`)
    if (facts.errors.some(({ reason }) => reason === 'resource')) faults.push(`${name}: ${facts.errors[0]?.message}`)
    if (ms > 20_000) faults.push(`${name}: ${Math.round(ms)} ms`)
    if (facts.cover === null) {
      faults.push(`${name}: no cover, though the second page is whole`)
      return
    }
    sums.thumbnails++
    const bytes = readFileSync(thumbnail)
    const { exif, icc, xmp, iptc, comments } = await sharp(bytes).metadata()
    if (exif ?? icc ?? xmp ?? iptc ?? comments ?? null) faults.push(`${name}: metadata in the thumbnail`)
    if (bytes.includes(MARK)) faults.push(`${name}: its text is in the thumbnail`)
    const target = `${thumbnail}.page`
    const [page] = facts.pages
    if (page) await bench.pool.page({ ...page, path, page: 1, width: 32, target })
  }
  for (const [name, image] of await pictures()) await look(name, image)
  say(`${sums.files} pictures, peak ${bench.peakMb()} MB`)
  const progressive = await sharp(Buffer.from(noise(200, 300)), { raw: { width: 200, height: 300, channels: 3 } })
    .jpeg({ progressive: true })
    .toBuffer()
  for (let cut = 0; cut < rounds; cut++) {
    await look(`jpg cut ${cut}`, progressive.subarray(0, Math.floor((progressive.length * (cut + 1)) / (rounds + 1))))
  }
  const { killed } = bench.pool.counts()
  const growth = bench.peakMb() - base
  if (growth > 400) faults.push(`a parser process grew by ${growth} MB`)
  if (killed > 0) faults.push(`${killed} processes ended`)
  const figure = `${sums.files}/${sums.files} bounded, ${sums.thumbnails} thumbnails without metadata, ${sums.named} with a named problem, peak ${bench.peakMb()} MB (${base} MB with a harmless book), worst ${bench.worstMs()} ms, ${killed} processes ended`
  await bench.close()
  return { n: sums.files, figure, faults: faults.slice(0, 20) }
}

function noise(width: number, height: number): Uint8Array {
  let state = 1
  return Uint8Array.from({ length: width * height * 3 }, () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return state >> 16
  })
}

async function pictures(): Promise<readonly (readonly [string, Buffer])[]> {
  const zeros = deflateSync(Buffer.alloc(512 * 1024 * 1024))
  const pixels = deflateSync(Buffer.alloc(64 * 97))
  const of = (...chunks: Buffer[]) => png(64, 96, pixels, chunks)
  const text = (type: string, head: string, body: Buffer) =>
    pngChunk(type, Buffer.concat([Buffer.from(head, 'latin1'), body]))
  const jpeg = await sharp({ create: { width: 64, height: 96, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer()
  const withSegments = (...segments: Buffer[]) => Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
  const whole = await sharp(jpeg)
    .withExifMerge({ IFD0: { Artist: MARK, Copyright: MARK.repeat(1000) } })
    .jpeg()
    .toBuffer()
  const profile = await sharp(jpeg).withIccProfile('p3').jpeg().toBuffer()
  return [
    ['png zTXt of 512 MiB', of(text('zTXt', `Comment\0\0`, zeros))],
    ['png 50 zTXt of 512 MiB', of(...Array.from({ length: 50 }, (_, at) => text('zTXt', `Comment${at}\0\0`, zeros)))],
    ['png iTXt of 512 MiB', of(text('iTXt', `XML:com.adobe.xmp\0\x01\0\0\0`, zeros))],
    ['png iCCP of 512 MiB', of(text('iCCP', `profile\0\0`, zeros))],
    ['png iCCP that is none', of(text('iCCP', `profile\0\0`, deflateSync(Buffer.alloc(3000, 0xff))))],
    [
      'png 100,000 text chunks',
      of(...Array.from({ length: 100_000 }, (_, at) => text('tEXt', `k${at}\0`, Buffer.from(MARK)))),
    ],
    [
      'png eXIf of 60 MB',
      of(pngChunk('eXIf', Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), Buffer.alloc(60_000_000)]))),
    ],
    ['png eXIf in a circle', of(pngChunk('eXIf', circle()))],
    [
      'png a chunk that says 2 GiB',
      Buffer.concat([
        of().subarray(0, 33),
        Buffer.from([0x7f, 0xff, 0xff, 0xff]),
        Buffer.from('tEXt'),
        of().subarray(33),
      ]),
    ],
    ['jpg EXIF in a circle', withSegments(segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), circle()])))],
    [
      'jpg EXIF of 60,000 entries',
      withSegments(segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), manyEntries()]))),
    ],
    [
      'jpg EXIF that says 4 GiB',
      withSegments(segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), largeEntry()]))),
    ],
    [
      'jpg 500 comments of 64 KiB',
      withSegments(...Array.from({ length: 500 }, () => segment(0xfe, Buffer.alloc(65_000, MARK)))),
    ],
    [
      'jpg a profile in 255 parts that are not there',
      withSegments(segment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\xff', 'latin1'), Buffer.alloc(1000)]))),
    ],
    [
      'jpg a profile that is none',
      withSegments(
        segment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), Buffer.alloc(3000, 0xff)])),
      ),
    ],
    ['jpg a profile cut off', Buffer.from(profile)],
    ['jpg a whole EXIF', whole],
    ['jpg a whole profile', profile],
  ]
}

function segment(marker: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** A directory whose next one is itself, with one entry that leads to it as well (TIFF 6.0, section 2). */
function circle(): Buffer {
  const bytes = Buffer.alloc(26)
  bytes.write('II*\0', 'latin1')
  bytes.writeUInt32LE(8, 4)
  bytes.writeUInt16LE(1, 8)
  bytes.writeUInt16LE(0x8769, 10)
  bytes.writeUInt16LE(4, 12)
  bytes.writeUInt32LE(1, 14)
  bytes.writeUInt32LE(8, 18)
  bytes.writeUInt32LE(8, 22)
  return bytes
}

function manyEntries(): Buffer {
  const bytes = Buffer.alloc(65_000)
  bytes.write('II*\0', 'latin1')
  bytes.writeUInt32LE(8, 4)
  bytes.writeUInt16LE(60_000, 8)
  return bytes
}

function largeEntry(): Buffer {
  const bytes = circle()
  bytes.writeUInt16LE(0x13b, 10)
  bytes.writeUInt16LE(2, 12)
  bytes.writeUInt32LE(0xffffffff, 14)
  bytes.writeUInt32LE(0xfffffff0, 18)
  bytes.writeUInt32LE(0, 22)
  return bytes
}
