import { join } from 'node:path'
import { openBench } from '../../bad-input/bench'
import { bmpHeader } from '../../kit/odd-images'
import { type RarEntry, rar4, rar4Block, rar5, rar5Block, vint } from '../../kit/raw-rar'
import { sevenZip } from '../../kit/seven-zip'
import type { Outcome, Row, Trial } from '../harness/row'
import { metric, residentBytes } from '../site/measures'
import { listedBooks, scannedLibrary } from '../site/scanned-library'
import { makeTemplate } from '../site/site'

export const rarResources: Row = {
  id: 'H05',
  does: 'RARs that ask for a dictionary of 4 GiB, hold solid blocks of 5,000 entries, recovery records that lie, and packed data at random (with tables, PPM models and programs of the RAR VM), and a 7z of 300 MiB of zeros; a real server scans them with a good book',
  required: 'a process may end, the file has a reason for it, the server and the good book do not notice',
  databases: ['sqlite'],
  rounds: 150,
  minutes: 40,
  run,
}

const PAGE = Buffer.concat([bmpHeader(10, 10, 320), Buffer.alloc(320)])
const MIB = 1024 ** 2

async function run({ rounds, random, scratch, say }: Trial): Promise<Outcome> {
  const bench = openBench('rar')
  const folder = join(bench.folder, 'library')
  const noise = (bytes: number, draw = random.branch(String(bytes))) =>
    Buffer.from(Array.from({ length: bytes }, () => draw.whole(256)))
  const write = (name: string, bytes: Uint8Array) => bench.write(`library/S/${name}`, bytes)
  const packed = (data: Buffer, more: Partial<RarEntry> = {}): RarEntry => ({
    name: '1.bmp',
    data,
    size: 5 * MIB,
    method: 3,
    ...more,
  })
  let files = 0
  for (let dictionary = 0; dictionary <= 15; dictionary++) {
    write(`dictionary-${dictionary}.cbr`, rar5([packed(noise(2000), { dictionary, size: 2 ** 40 })]))
    files++
  }
  for (let round = 0; round < rounds; round++) {
    const draw = random.branch(`packed ${round}`)
    const data = noise(200 + draw.whole(3000), draw)
    // The first bit of a block of RAR 3 tells PPM from tables; every second round it is PPM.
    data[0] = round % 2 === 0 ? (data[0] ?? 0) | 0x80 : (data[0] ?? 0) & 0x7f
    write(`noise4-${round}.cbr`, rar4([packed(data, { method: 1 + draw.whole(5) }), { name: '2.bmp', data: PAGE }]))
    write(
      `noise5-${round}.cbr`,
      rar5([packed(data, { method: 1 + draw.whole(5), dictionary: draw.whole(16) }), { name: '2.bmp', data: PAGE }]),
    )
    files += 2
  }
  const solid = (count: number) =>
    Array.from({ length: count }, (_, at) => packed(noise(20), { name: `${at}.bmp`, solid: at > 0, size: 2000 }))
  write('solid5.cbr', rar5(solid(5000)))
  write('solid4.cbr', rar4(solid(5000)))
  write('recovery5.cbr', rar5([{ name: '1.bmp', data: PAGE }], [recovery(noise(5000))]))
  write(
    'recovery4.cbr',
    rar4(
      [{ name: '1.bmp', data: PAGE }],
      [rar4Block(0x78, 0x8000, Buffer.concat([Buffer.from([0xff, 0xff, 0xff, 0x7f]), noise(15)]), noise(4000))],
    ),
  )
  write(
    'zeros.cb7',
    await sevenZip('7z', { '1.bmp': Buffer.concat([bmpHeader(10_000, 10_000, 300 * MIB), Buffer.alloc(300 * MIB)]) }, [
      '-mx1',
    ]),
  )
  write('good.cbr', rar5([{ name: '1.bmp', data: PAGE }]))
  files += 6
  const faults: string[] = []
  const template = await makeTemplate('sqlite', scratch)
  const site = await template.make('site')
  const server = await site.serve()
  const admin = server.as(template.token)
  let peak = 0
  const watch = setInterval(() => {
    if (server.isRunning()) peak = Math.max(peak, residentBytes(server.pid))
  }, 200)
  let killed = 0
  let named = 0
  try {
    await scannedLibrary(admin, folder, 1500)
    const books = await listedBooks(admin)
    const rows = await site.run<{ error: string | null; path: string }>(
      'select analysis_error as error, cast(path as text) as path from books',
    )
    if (rows.length !== files) faults.push(`${rows.length} books of ${files}`)
    named = rows.filter(({ error }) => error !== null).length
    for (const { path, error } of rows) {
      if (error === null && !/good|recovery/.test(path)) faults.push(`${path} is said to be whole`)
      if (error !== null && /good/.test(path)) faults.push(`the good book: ${error}`)
    }
    const good = books.find(({ path }) => path.endsWith('good.cbr'))
    if ((await admin.fetch(`/api/v1/books/${good?.id}/pages/1`)).status !== 200)
      faults.push('the good book has no page')
    killed = await metric(server, template.token, 'octavo_parser_killed_total')
  } catch (error) {
    faults.push(`${(error as Error).message.slice(0, 400)}`)
  }
  clearInterval(watch)
  if (!server.isRunning()) faults.push(`the server has ended: ${server.log().slice(-500)}`)
  await server.end()
  await template.stop()
  await bench.close()
  say(`${files} files, ${named} with a reason, ${killed} processes ended`)
  const figure = `${killed}/${killed} deaths of parser processes contained, ${named} of ${files} files with a reason, the server held ${Math.round(peak / MIB)} MB at most`
  return { n: files, figure, faults: faults.slice(0, 20) }
}

/** A service block called RR, with a percentage and parity that are none. */
function recovery(data: Buffer): Buffer {
  const name = Buffer.from('RR')
  const body = [vint(data.length), vint(0), vint(data.length), vint(0), vint(0), vint(1), vint(name.length), name]
  return rar5Block(3, 2, Buffer.concat(body), data)
}
