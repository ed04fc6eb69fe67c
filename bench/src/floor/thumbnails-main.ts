// The floor of making covers: the first page of each book made a JPEG of at most 400 px, and nothing else.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { withSource } from '../../../server/src/formats/file-source'
import { listZipPages } from '../../../server/src/formats/zip/comic-zip'
import { readDirectory } from '../../../server/src/formats/zip/directory'
import { readEntry } from '../../../server/src/formats/zip/entry-bytes'

const [list = '', target = ''] = process.argv.slice(2)
const books = JSON.parse(readFileSync(list, 'utf8')) as string[]

sharp.concurrency(1)
sharp.cache(false)

/** All covers first: opening books is not what is measured here. */
const covers: Buffer[] = []
for (const book of books) {
  await withSource(book, async source => {
    const [first] = listZipPages(readDirectory(source))
    if (first) covers.push(readEntry(source, first))
  })
}

const cpu = process.cpuUsage()
const began = performance.now()
for (const [at, cover] of covers.entries()) {
  const jpeg = await sharp(cover)
    .resize(400, 400, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 80 })
    .toBuffer()
  writeFileSync(join(target, `${at}.jpg`), jpeg)
}
const used = process.cpuUsage(cpu)
console.log(
  JSON.stringify({
    covers: covers.length,
    seconds: (performance.now() - began) / 1000,
    cpuSeconds: (used.user + used.system) / 1e6,
  }),
)
