import { join } from 'node:path'
import { comic, ebook, writeLibrary } from '../kit/books'
import { jpegImage, pngImage } from '../kit/images'
import { zip } from '../kit/zip'

/** Texts that break carelessly built documents. */
export const HOSTILE = [
  'R&D <"漫画"> ]]> 第1巻',
  'Right \u202Eto left\u202C and back',
  'Emoji 👩‍👩‍👧‍👦 𝄞 z̸̢͍',
  '<script>alert(1)</script>',
  "'; drop table books; --",
  '{"json": "\\u0000"} {pageNumber}',
]

const OPF = (spine: string, toc: string) => ({ spine, toc })

/** An EPUB with a missing and a duplicate spine item, and contents nested 60 levels deep. */
function oddEbook(): Uint8Array {
  const { spine, toc } = OPF(
    '<itemref idref="c1"/><itemref idref="gone"/><itemref idref="nowhere"/><itemref idref="c1"/><itemref idref="c2"/>',
    `${'<li><a href="c 1.xhtml#a b&quot;c">Level ]]&gt;</a><ol>'.repeat(60)}<li><span>No target</span></li>${'</ol></li>'.repeat(60)}`,
  )
  const page = (body: string) =>
    `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>x</title></head><body>${body}</body></html>`
  const opf = `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">odd</dc:identifier><dc:title>Odd ]]&gt; &amp; deep</dc:title>
<dc:creator>Ada &lt;A&gt;</dc:creator><dc:language>not a language</dc:language><dc:date>2001-02-31</dc:date></metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="c1" href="c%201.xhtml" media-type="application/xhtml+xml"/><item id="c2" href="ü/c2.xhtml" media-type="application/xhtml+xml"/>
<item id="gone" href="gone.xhtml" media-type="application/xhtml+xml"/><item id="p" href="p.png" media-type="image/png"/>
<item id="s" href="s.js" media-type="text/javascript"/></manifest><spine>${spine}</spine></package>`
  return zip([
    { name: 'mimetype', data: 'application/epub+zip' },
    {
      name: 'META-INF/container.xml',
      data: '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="O/p.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    },
    { name: 'O/p.opf', data: opf },
    { name: 'O/nav.xhtml', data: page(`<nav epub:type="toc"><ol>${toc}</ol></nav>`) },
    { name: 'O/c 1.xhtml', data: page('<script>fetch("//evil.example")</script><p id="a">One</p>') },
    { name: 'O/ü/c2.xhtml', data: page('<p>Two</p>') },
    { name: 'O/p.png', data: new Uint8Array([137, 80, 78, 71]) },
    { name: 'O/s.js', data: 'fetch("//evil.example")' },
  ])
}

/** A library visible to everybody, with hostile texts, and one visible to some. */
export async function writeCrawled(folder: string): Promise<{ readonly open: string; readonly closed: string }> {
  const files: Record<string, Uint8Array> = {}
  for (const [at, text] of HOSTILE.entries()) {
    files[`open/Hostile ${at}/Book ${at}.cbz`] = await comic({
      pages: 3,
      size: { width: 900, height: 1350 },
      comicInfo: {
        ...{ Title: text, Series: text, Number: at + 0.5, Summary: `${text}\n${text}`, Writer: text, Penciller: text },
        ...{
          Publisher: text,
          Genre: text,
          Tags: text,
          LanguageISO: ['ja', 'en_US', 'x y', '', 'de', 'zz-!'][at] ?? '',
        },
        ...{ Year: 2001, Month: 2, Day: 31, Manga: 'YesAndRightToLeft' },
      },
    })
  }
  const png = await pngImage({ width: 500, height: 700 })
  const mixed = [
    { name: '1.png', data: png },
    { name: '2.jpg', data: await jpegImage({ width: 500, height: 700 }) },
  ]
  files['open/Mixed/Mixed 1.cbz'] = zip(mixed)
  files['open/Prose/Odd.epub'] = oddEbook()
  files['open/Prose/Good.epub'] = ebook({
    title: 'Good',
    chapters: [
      { title: 'One', paragraphs: Array.from({ length: 60 }, (_, at) => `Paragraph ${at} of the first chapter.`) },
      { title: 'Two', paragraphs: ['The second.'] },
    ],
  })
  const small = await comic({ pages: 1 })
  for (let number = 1; number <= 55; number++) files[`open/Many/Many ${String(number).padStart(2, '0')}.cbz`] = small
  for (const number of [1, 2]) {
    files[`closed/Zzhidden/Zzhidden ${number}.cbz`] = await comic({
      pages: number,
      comicInfo: { Title: `Zzhidden ${number}`, Genre: 'Zzhidden', Writer: 'Zzhidden', Publisher: 'Zzhidden' },
    })
  }
  writeLibrary(folder, files)
  return { open: join(folder, 'open'), closed: join(folder, 'closed') }
}
