import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import { openBench } from '../../bad-input/bench'
import { openBrowser } from '../../kit/browser'
import { onePage, type PdfObjects, rawPdf } from '../../kit/raw-pdf'
import { ADMIN } from '../../kit/server'
import type { Outcome, Row, Trial } from '../harness/row'
import { listedBooks, scannedLibrary } from '../site/scanned-library'
import { makeTemplate } from '../site/site'

export const pdfActions: Row = {
  id: 'H10',
  does: 'PDFs of filters upon filters, huge pages, forms within themselves, patterns and masks without end, fonts that are programs, and actions (JavaScript, launch, submit, remote files) at every place that may have one; analysed, rendered, and opened in the web reader in Chromium',
  required: 'ended by its limit or shown; no action runs, nobody is asked for anything',
  databases: ['sqlite'],
  rounds: 1,
  minutes: 30,
  run,
}

const MIB = 1024 ** 2

async function run({ scratch, say }: Trial): Promise<Outcome> {
  const asked: string[] = []
  const canary = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: request => {
      asked.push(new URL(request.url).pathname)
      return new Response('')
    },
  })
  const here = `http://127.0.0.1:${canary.port}`
  const bench = openBench('pdf-actions', { analysisMs: 20_000, pageMs: 10_000, coverMs: 10_000 })
  const faults: string[] = []
  const files = documents(here)
  let limited = 0
  for (const [name, bytes] of files) {
    const path = bench.write(`library/S/${name}.pdf`, bytes)
    const { facts, ms } = await bench.read(path)
    const [page] = await bench.pages(path, facts, 1)
    const isLimited = facts.errors.length > 0 || typeof page === 'string'
    if (isLimited) limited++
    if (ms > 45_000) faults.push(`${name}: ${Math.round(ms)} ms`)
    if (facts.pageCount === 0 && facts.errors.length === 0) faults.push(`${name}: neither pages nor a reason`)
    say(
      `${name}: ${Math.round(ms)} ms, ${facts.pageCount} pages, ${facts.errors.map(({ reason }) => reason).join() || 'whole'}`,
    )
  }
  const peak = bench.peakMb()
  const { killed } = bench.pool.counts()
  const ran = await openInBrowser(scratch, `${bench.folder}/library`, faults)
  if (asked.length > 0) faults.push(`asked for ${asked.join(', ')}`)
  await canary.stop(true)
  await bench.close()
  const figure = `${files.length}/${files.length} ended (${limited} by a limit or with a reason), peak ${peak} MB, ${killed} processes ended and contained, JS run ${ran.scripts} and addresses asked ${asked.length} in ${ran.visits} visits in Chromium`
  return { n: files.length, figure, faults: faults.slice(0, 20) }
}

/** Reads each book in the web app as a person does, and counts what runs. */
async function openInBrowser(scratch: string, folder: string, faults: string[]) {
  const template = await makeTemplate('sqlite', scratch)
  const site = await template.make('site')
  const server = await site.serve()
  const browser = await openBrowser()
  const seen = { scripts: 0, visits: 0 }
  try {
    await scannedLibrary(server.as(template.token), folder, 600)
    const books = await listedBooks(server.as(template.token))
    const context = await browser.newContext({ baseURL: server.url })
    const signedIn = await context.request.post('/api/v1/auth/login', {
      data: { username: ADMIN.username, password: ADMIN.password },
    })
    if (!signedIn.ok()) faults.push(`signing in answered ${signedIn.status()}`)
    for (const { id, pageCount } of books) {
      if (pageCount === 0) continue
      const page = await context.newPage()
      page.on('dialog', dialog => {
        seen.scripts++
        void dialog.dismiss()
      })
      page.on('popup', () => seen.scripts++)
      page.on('download', () => seen.scripts++)
      await page.goto(`/books/${id}/read`, { waitUntil: 'load' })
      await page.mouse.click(200, 300)
      await page.screenshot()
      if (!page.url().startsWith(server.url)) faults.push(`${id} led to ${page.url()}`)
      await page.close()
      seen.visits++
    }
  } catch (error) {
    faults.push((error as Error).message.slice(0, 400))
  }
  await browser.close()
  if (!server.isRunning()) faults.push('the server has ended')
  await server.end()
  await template.stop()
  return seen
}

function documents(here: string): readonly (readonly [string, Buffer])[] {
  const content = (text: string, resources = '', more: PdfObjects = {}) =>
    rawPdf(
      onePage(`/Contents 10 0 R/Resources<<${resources}>>`, {
        10: { dictionary: '', bytes: Buffer.from(text) },
        ...more,
      }),
    )
  const filtered = (filter: string, bytes: Uint8Array) =>
    rawPdf(onePage('/Contents 10 0 R', { 10: { dictionary: `/Filter${filter}`, bytes } }))
  const box = (size: string) =>
    rawPdf(
      onePage(`/MediaBox[${size}]/Contents 10 0 R`, { 10: { dictionary: '', bytes: Buffer.from('0 0 99 99 re f') } }),
    )
  const form = (dictionary: string, text: string) => ({
    dictionary: `/Type/XObject/Subtype/Form/BBox[0 0 200 300]${dictionary}`,
    bytes: Buffer.from(text),
  })
  const acting = (name: string, action: string): readonly (readonly [string, Buffer])[] => [
    [
      `${name} on opening`,
      rawPdf({
        ...onePage(),
        1: `<</Type/Catalog/Pages 2 0 R/OpenAction ${action}/AA<</WC ${action}/WS ${action}/DS ${action}/WP ${action}/DP ${action}>>/Names<</JavaScript<</Names[(x) ${action}]>>>>>>`,
      }),
    ],
    [`${name} of a page`, rawPdf(onePage(`/AA<</O ${action}/C ${action}>>`))],
    [
      `${name} of a link and a field`,
      rawPdf({
        ...onePage(`/Annots[20 0 R 21 0 R]`),
        1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[21 0 R]/NeedAppearances true>>>>',
        20: `<</Type/Annot/Subtype/Link/Rect[0 0 200 300]/A ${action}/AA<</E ${action}/PO ${action}/PV ${action}>>>>`,
        21: `<</Type/Annot/Subtype/Widget/FT/Tx/T(f)/Rect[0 0 200 300]/AA<</F ${action}/K ${action}/V ${action}/C ${action}/Fo ${action}>>>>`,
      }),
    ],
  ]
  return [
    ['40 filters one in the other', filtered(`[${'/FlateDecode'.repeat(40)}]`, nested(40))],
    ['one filter of 1 GiB', filtered('/FlateDecode', bomb(1024 * MIB))],
    ['two filters of 1 TiB', filtered('[/FlateDecode/FlateDecode]', deflateSync(bomb(1024 * MIB)))],
    [
      'run lengths upon a filter',
      filtered('[/FlateDecode/RunLengthDecode/RunLengthDecode]', deflateSync(Buffer.alloc(64 * MIB, 0x81))),
    ],
    ['1,000 filters', filtered(`[${'/ASCIIHexDecode'.repeat(1000)}]`, Buffer.from('41>'))],
    ['a page of 10^9 points', box('0 0 1000000000 1000000000')],
    ['a page of 14,400 points', box('0 0 14400 14400')],
    ['a page of less than nothing', box('0 0 -500 -500')],
    ['a page of no number', box('0 0 NaN 1e999')],
    ['a thin page of 10^6 points', box('0 0 1 1000000')],
    [
      'a form within itself',
      content('/F Do', '/XObject<</F 11 0 R>>', { 11: form('/Resources<</XObject<</F 11 0 R>>>>', '/F Do /F Do') }),
    ],
    [
      'forms that double 40 times',
      content(
        '/F Do',
        '/XObject<</F 11 0 R>>',
        Object.fromEntries(
          Array.from({ length: 40 }, (_, at) => [
            at + 11,
            form(
              `/Resources<</XObject<</F ${Math.min(at + 12, 50)} 0 R>>>>`,
              at === 39 ? '0 0 1 1 re f' : '/F Do /F Do',
            ),
          ]),
        ),
      ),
    ],
    [
      'a pattern within itself',
      content('/Pattern cs /P scn 0 0 200 300 re f', '/Pattern<</P 11 0 R>>', {
        11: {
          dictionary:
            '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep 0.0001/YStep 0.0001/Resources<</Pattern<</P 11 0 R>>>>',
          bytes: Buffer.from('/Pattern cs /P scn 0 0 1 1 re f'),
        },
      }),
    ],
    [
      'a mask within itself',
      content('/G gs 0 0 200 300 re f', '/ExtGState<</G 11 0 R>>', {
        11: '<</Type/ExtGState/SMask<</S/Luminosity/G 12 0 R>>>>',
        12: form('/Group<</S/Transparency>>/Resources<</ExtGState<</G 11 0 R>>>>', '/G gs 0 0 9 9 re f'),
      }),
    ],
    ['a million states', content('q '.repeat(1_000_000))],
    ['ten million operators', content('0 0 m 200 300 l S '.repeat(600_000))],
    [
      'a function that is a program',
      content('/C cs 0.5 scn 0 0 99 99 re f', '/ColorSpace<</C[/Separation/x/DeviceRGB 11 0 R]>>', {
        11: {
          dictionary: '/FunctionType 4/Domain[0 1]/Range[0 1 0 1 0 1]',
          bytes: Buffer.from(`{${'dup mul '.repeat(100_000)}dup dup}`),
        },
      }),
    ],
    [
      'a font that is a program',
      content('BT /F 20 Tf 9 99 Td (xxxx) Tj ET', '/Font<</F 11 0 R>>', {
        11: '<</Type/Font/Subtype/Type1/BaseFont/X/FontDescriptor 12 0 R>>',
        12: '<</Type/FontDescriptor/FontName/X/Flags 4/FontFile 13 0 R>>',
        13: {
          dictionary: '/Length1 200/Length2 200/Length3 0',
          bytes: Buffer.from(
            '%!PS-AdobeFont-1.0\n/FontMatrix [1 0 0 1 0 (app.alert\\(1\\))] def (%pipe%touch /tmp/octavo-font) (w) file { } loop\n'.padEnd(
              400,
              ' ',
            ),
          ),
        },
      }),
    ],
    [
      'a font whose glyph is itself',
      content('BT /F 20 Tf 9 99 Td (a) Tj ET', '/Font<</F 11 0 R>>', {
        11: '<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 97/LastChar 97/Widths[1]/Encoding<</Differences[97/a]>>/CharProcs<</a 12 0 R>>/Resources<</Font<</F 11 0 R>>>>>>',
        12: { dictionary: '', bytes: Buffer.from('BT /F 1 Tf (a) Tj (a) Tj ET') },
      }),
    ],
    ...acting(
      'JavaScript',
      `<</S/JavaScript/JS(app.alert\\(1\\); app.launchURL\\('${here}/js', true\\); this.submitForm\\('${here}/form'\\); fetch\\('${here}/fetch'\\))>>`,
    ),
    ...acting(
      'launch',
      '<</S/Launch/F(/bin/touch)/Win<</F(cmd.exe)/P(/c calc)>>/Unix<</F(touch /tmp/octavo-launched)>>/NewWindow true>>',
    ),
    ...acting('an address', `<</S/URI/URI(${here}/uri)>>`),
    ...acting('a form that is sent', `<</S/SubmitForm/F<</FS/URL/F(${here}/submit)>>>>`),
    ...acting('a remote file', `<</S/GoToR/F<</FS/URL/F(${here}/remote.pdf)>>/D[0/Fit]>>`),
    [
      'an image of elsewhere',
      content('/I Do', '/XObject<</I 11 0 R>>', {
        11: {
          dictionary: `/Type/XObject/Subtype/Image/Width 9/Height 9/F<</FS/URL/F(${here}/image)>>`,
          bytes: Buffer.alloc(0),
        },
      }),
    ],
  ]
}

function nested(times: number): Buffer {
  let bytes: Buffer = Buffer.alloc(MIB)
  for (let at = 0; at < times; at++) bytes = deflateSync(bytes)
  return bytes
}

/** A zlib stream of zeros, in pieces that end on whole bytes; its checksum at the end is missing, as in many PDFs. */
function bomb(bytes: number): Buffer {
  const piece = deflateRawSync(Buffer.alloc(64 * MIB), { finishFlush: constants.Z_FULL_FLUSH })
  return Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    ...Array.from({ length: bytes / (64 * MIB) }, () => piece),
    deflateRawSync(Buffer.alloc(0)),
  ])
}
