/** The objects of a PDF by number; a stream is its dictionary and its bytes. */
export type PdfObjects = Readonly<Record<number, string | { readonly dictionary: string; readonly bytes: Uint8Array }>>

export interface PdfOptions {
  /** Replaces the object offsets in the table. */
  readonly offsets?: (right: number, object: number) => number
  /** False: no table and no trailer. */
  readonly table?: boolean
  /** The object that is the root; 1 unless given. */
  readonly root?: number
  /** More entries of the trailer. */
  readonly trailer?: string
}

/** A PDF as described, valid or not (PDF 1.7, section 7.5). */
export function rawPdf(
  objects: PdfObjects,
  { offsets = right => right, table = true, root = 1, trailer = '' }: PdfOptions = {},
): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const places = new Map<number, number>()
  let at = parts[0]?.length ?? 0
  const add = (bytes: Buffer) => {
    parts.push(bytes)
    at += bytes.length
  }
  for (const [key, value] of Object.entries(objects)) {
    places.set(Number(key), at)
    if (typeof value === 'string') add(Buffer.from(`${key} 0 obj\n${value}\nendobj\n`))
    else {
      add(Buffer.from(`${key} 0 obj\n<<${value.dictionary}/Length ${value.bytes.length}>>\nstream\n`))
      add(Buffer.from(value.bytes))
      add(Buffer.from('\nendstream\nendobj\n'))
    }
  }
  if (!table) return Buffer.concat(parts)
  const size = Math.max(0, ...places.keys()) + 1
  const lines = Array.from({ length: size }, (_, number) => {
    const place = places.get(number)
    if (place === undefined) return '0000000000 65535 f \n'
    return `${String(offsets(place, number)).padStart(10, '0')} 00000 n \n`
  })
  const start = at
  add(
    Buffer.from(
      `xref\n0 ${size}\n${lines.join('')}trailer\n<</Size ${size}/Root ${root} 0 R${trailer}>>\nstartxref\n${start}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

/** One page of 200 x 300 points with this content: more objects begin at 10. */
export function onePage(page = '', more: PdfObjects = {}): PdfObjects {
  return {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R${page.includes('/MediaBox') ? '' : '/MediaBox[0 0 200 300]'}${page}>>`,
    ...more,
  }
}
