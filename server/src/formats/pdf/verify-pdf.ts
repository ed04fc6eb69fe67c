import { type DamagedPart, damageProblems } from '../damage'
import type { Decoders } from '../decoders'
import type { FileProblem } from '../facts'
import type { FileSource } from '../file-source'
import { FORMAT_LIMITS } from '../limits'
import { refuse } from '../problem'

/** Opens every page. A PDF has no checksums: damage inside a picture may go unnoticed. */
export async function verifyPdf(source: FileSource, decoders: Decoders): Promise<FileProblem[]> {
  return decoders.withPdf(source, async document => {
    const { pageCount } = document
    if (pageCount > FORMAT_LIMITS.pdfPages) refuse('parser', 'too-large', 'The PDF has too many pages.')
    const damaged: DamagedPart[] = []
    for (let index = 0; index < pageCount; index++) {
      if (document.opens(index)) continue
      damaged.push({ name: `page-${String(index + 1).padStart(4, '0')}`, page: index + 1, why: 'it cannot be opened' })
    }
    return damageProblems(damaged).map(found => ({ ...found, errorType: 'pdf_rendering' }))
  })
}
