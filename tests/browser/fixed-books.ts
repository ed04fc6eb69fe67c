// Fixed-layout EPUBs that are written for tests.
import { type ZipEntry, zip } from '../kit/zip'

/** Attempts of a page to run a script or to reach somebody, one page each. */
export const ATTACKS: readonly string[] = [
  '<script>parent.postMessage("ran", "*"); top.document.title = "ran"; alert(1)</script>',
  '<img src="x" onerror="alert(2)"/><div onclick="alert(2)">x</div>',
  '<a href="javascript:alert(3)">link</a><form action="https://evil.example/f"><button>send</button></form>',
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(4)"><script>alert(4)</script><a href="javascript:alert(4)"><text>a</text></a></svg>',
  '<iframe src="https://evil.example/frame"></iframe><iframe srcdoc="&lt;script>alert(5)&lt;/script>"></iframe>',
  '<style>@import "https://evil.example/a.css"; body { background: url(https://evil.example/b.png) }</style>',
  '<link rel="stylesheet" href="https://evil.example/c.css"/><base href="https://evil.example/"/><img src="d.png"/>',
  '<object data="https://evil.example/e"></object><embed src="https://evil.example/g"/>',
  '<audio src="https://evil.example/h.mp3" autoplay="autoplay"></audio><video poster="https://evil.example/i.png"></video>',
]

/** Sizes that a page cannot have. */
export const ODD_SIZES: readonly string[] = [
  'width=1000000000, height=1000000000',
  'width=600, height=0',
  'width=0.0.1, height=800',
  'width=600, height=9999999999999999999999',
]

/** A fixed-layout book of such pages. */
export function fixedBook(
  title: string,
  pages: readonly { readonly viewport?: string; readonly head?: string; readonly body: string }[],
): Uint8Array {
  const opf = `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:${title.replaceAll(' ', '-')}</dc:identifier><dc:title>${title}</dc:title><dc:language>en</dc:language><meta property="rendition:layout">pre-paginated</meta></metadata><manifest>${pages.map((_, at) => `<item id="p${at + 1}" href="p${at + 1}.xhtml" media-type="application/xhtml+xml" properties="scripted"/>`).join('')}</manifest><spine>${pages.map((_, at) => `<itemref idref="p${at + 1}"/>`).join('')}</spine></package>`
  return zip([
    { name: 'mimetype', data: 'application/epub+zip' },
    {
      name: 'META-INF/container.xml',
      data: '<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>',
    },
    { name: 'a.opf', data: opf },
    ...pages.map(
      ({ viewport = 'width=600, height=800', head = '', body }, at): ZipEntry => ({
        name: `p${at + 1}.xhtml`,
        data: `<html xmlns="http://www.w3.org/1999/xhtml"><head><meta name="viewport" content="${viewport}"/>${head}</head><body><p>Page ${at + 1}.</p>${body}</body></html>`,
      }),
    ),
  ])
}

export const REFRESH = '<meta http-equiv="refresh" content="0; url=https://evil.example/refresh"/>'
