const cmaps = import.meta.glob<string>('../../../../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
  query: '?url',
  import: 'default',
  eager: true,
})
const fonts = import.meta.glob<string>('../../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
  query: '?url',
  import: 'default',
  eager: true,
})

const addresses = new Map(Object.entries({ ...cmaps, ...fonts }).map(([path, url]) => [nameOf(path), url]))

/** All character maps and fonts that a PDF may need offline. */
export const pdfDataAddresses = (): string[] => [...addresses.values()]

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/**
 * Character maps and fonts that a PDF may request by name: bundled files, fetched on demand. A class, because pdf.js
 * creates its own instance of it.
 */
export class PdfData {
  async fetch({ filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    const address = addresses.get(filename)
    if (address === undefined) throw new Error(`No such data: ${filename}`)
    const answer = await fetch(address)
    if (!answer.ok) throw new Error(`${filename}: ${answer.status}`)
    return new Uint8Array(await answer.arrayBuffer())
  }
}
