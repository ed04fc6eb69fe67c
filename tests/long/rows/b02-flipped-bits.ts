import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBench } from '../../bad-input/bench'
import { comic } from '../../kit/books'
import { jpegImage } from '../../kit/images'
import { FIXTURES } from '../../kit/paths'
import { rar5 } from '../../kit/raw-rar'
import { sevenZip } from '../../kit/seven-zip'
import type { Outcome, Row, Trial } from '../harness/row'

export const flippedBits: Row = {
  id: 'B02',
  does: 'one to eight bits of a file flipped at random, in each kind of book, so often as n says in all; and a wrong checksum on one page',
  required:
    'each ends within its limit, no parser process dies; a page is given as it was or not at all, and those next to a bad one are given',
  databases: ['sqlite'],
  rounds: 500,
  minutes: 40,
  run,
}

/** Each kind, and whether its pages have checksums: those without may come out otherwise. */
async function books(): Promise<readonly (readonly [string, Buffer, boolean])[]> {
  const pages = await Promise.all([1, 2, 3].map(async n => Buffer.from(await jpegImage({ width: 60 + n, height: 90 }))))
  const named = Object.fromEntries(pages.map((data, at) => [`${at + 1}.jpg`, data]))
  const fixture = (path: string) => readFileSync(join(FIXTURES, path))
  return [
    ['cbz stored', Buffer.from(await comic({ pages: 3 })), true],
    ['cbz deflated', Buffer.from(await comic({ pages: 3, method: 'deflate' })), true],
    ['cbz lzma', await sevenZip('zip', named, ['-mm=LZMA']), true],
    ['rar 5 stored', rar5(Object.entries(named).map(([name, data]) => ({ name, data }))), true],
    ['rar 4 solid', fixture('cbr/komga-rar4-solid.cbr'), true],
    ['7z', await sevenZip('7z', named), true],
    ['tar', await sevenZip('tar', named), false],
    ['tar xz', await sevenZip('xz', { 'a.tar': await sevenZip('tar', named) }), true],
    ['epub', fixture('epub/hefty-water.epub'), true],
    ['pdf', fixture('pdf/labelled_pages.pdf'), false],
  ]
}

async function run({ rounds, random, say }: Trial): Promise<Outcome> {
  const bench = openBench('flips', { analysisMs: 20_000, pageMs: 20_000 })
  const faults: string[] = []
  const sums = { files: 0, named: 0, pages: 0, refused: 0, mixed: 0, replaced: 0 }
  for (const [kind, whole, hasSums] of await books()) {
    const draw = random.branch(kind)
    const calm = bench.write('calm', whole)
    const first = await bench.read(calm)
    const right = await bench.pages(calm, first.facts, 3)
    if (first.facts.errors.length > 0 || (kind !== 'epub' && right.length === 0))
      faults.push(`${kind}: not whole to begin with`)
    const known = new Set(
      right.filter(page => typeof page !== 'string').map(page => Buffer.from(page as Buffer).toString('hex')),
    )
    for (let flip = 0; flip < rounds; flip++) {
      const bytes = Buffer.from(whole)
      for (let bit = 0; bit <= draw.whole(8); bit++) {
        const at = draw.whole(bytes.length)
        bytes[at] = (bytes[at] ?? 0) ^ (1 << draw.whole(8))
      }
      const path = bench.write('flipped', bytes)
      const { facts } = await bench.read(path)
      sums.files++
      if (facts.errors.length > 0) sums.named++
      // A flipped bit may ask for a dictionary of gigabytes: that is refused by name, and ends nothing.
      const ended = facts.errors.find(({ message }) => /took longer|crashed the process/.test(message))
      if (ended) faults.push(`${kind}, flip ${flip}: ${ended.message}`)
      const pages = await bench.pages(path, facts, 3)
      const bad = pages.filter(page => typeof page === 'string')
      sums.pages += pages.length
      sums.refused += bad.length
      if (bad.length > 0 && bad.length < pages.length) sums.mixed++
      const others = pages.filter(page => typeof page !== 'string' && !known.has(page.toString('hex')))
      // Some flips make another entry of it, such as a picture that stops being a page: what is given has its own checksum.
      if (hasSums && kind !== 'epub' && others.length > 0)
        faults.push(`${kind}, flip ${flip}: a page came out otherwise`)
    }
    say(`${kind}: ${JSON.stringify(sums)}, ${bench.pool.counts().killed} processes ended`)
  }
  const { killed } = bench.pool.counts()
  const figure = `${sums.files}/${sums.files} ended, worst ${bench.worstMs()} ms, ${sums.named} with a named problem, ${sums.refused} of ${sums.pages} pages refused (${sums.mixed} books next to good ones), 0 deaths by a file, ${killed} processes replaced in time for want of memory`
  await bench.close()
  return { n: sums.files, figure, faults: faults.slice(0, 20) }
}
