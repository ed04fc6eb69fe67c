import { pdfDataAddresses } from '../../reader/pdf/text/pdf-data'
import { loadPdfLibrary, pdfWorkerAddress } from '../../reader/pdf/text/pdf-library'

/** Files needed to render a PDF on the device: the service worker stores each part when it arrives. */
export async function storePdfReader(signal: AbortSignal): Promise<void> {
  await loadPdfLibrary()
  for (const address of [pdfWorkerAddress, ...pdfDataAddresses()]) {
    // A missing font affects some letters in some books, not the download.
    await fetch(address, { signal }).then(
      answer => answer.blob(),
      () => null,
    )
    signal.throwIfAborted()
  }
}
