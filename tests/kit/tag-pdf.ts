/**
 * Writes a title into a PDF like ExifTool, Acrobat and others: appends a new information dictionary, its entry in the
 * table, and a trailer that refers to the previous table (PDF 1.7, section 7.5.6). Only for files whose last table is a
 * plain one.
 */
export function tagPdf(bytes: Uint8Array, title: string): Buffer {
  const file = Buffer.from(bytes)
  const text = file.toString('latin1')
  const trailer = text.slice(text.lastIndexOf('trailer'))
  const said = (pattern: RegExp) => {
    const found = pattern.exec(trailer)?.[1]
    if (found === undefined) throw new Error(`the trailer says nothing of ${pattern}`)
    return found
  }
  const number = Number(said(/\/Size\s+(\d+)/))
  const root = said(/\/Root\s+(\d+\s+\d+)\s+R/)
  const previous = said(/startxref\s+(\d+)/)
  const start = file.length + 1
  const object = `\n${number} 0 obj\n<</Title(${title})>>\nendobj\n`
  const table = `xref\n${number} 1\n${String(start).padStart(10, '0')} 00000 n \n`
  const about = `<</Size ${number + 1}/Root ${root} R/Info ${number} 0 R/Prev ${previous}>>`
  const end = `trailer\n${about}\nstartxref\n${file.length + object.length}\n%%EOF\n`
  return Buffer.concat([file, Buffer.from(object + table + end, 'latin1')])
}
