import type { FileProblem } from './facts'
import { fileProblem, printable } from './problem'
import { isInfoFile } from './sidecar/info-files'

/** A damaged part of a book. */
export interface DamagedPart {
  readonly name: string
  /** 1-based, when the part is a page. */
  readonly page: number | null
  readonly why: string
}

/** Damaged parts as problems of the book: pages and other content, separately from metadata. */
export function damageProblems(parts: readonly DamagedPart[]): FileProblem[] {
  const isMetadata = ({ name, page }: DamagedPart) => page === null && isInfoFile(name)
  const content = parts.filter(part => !isMetadata(part))
  const metadata = parts.find(isMetadata)
  const first = content.find(({ page }) => page !== null) ?? content[0]
  return [
    ...(first ? [contentProblem(first, content.length)] : []),
    ...(metadata
      ? [fileProblem('metadata', 'metadata', `${baseName(metadata.name)} is damaged: ${metadata.why}.`)]
      : []),
  ]
}

function baseName(name: string): string {
  return printable(name.slice(name.lastIndexOf('/') + 1)).slice(0, 300)
}

function contentProblem({ name, page, why }: DamagedPart, damaged: number): FileProblem {
  const shown = printable(name).slice(0, 300)
  const what = page === null ? shown : `Page ${page} (${shown})`
  const more = damaged > 1 ? ` ${damaged - 1} more of its parts are damaged.` : ''
  return fileProblem('page_extraction', 'page-corrupt', `${what} is damaged: ${why}.${more}`, {
    ...(page !== null && { page }),
    name: shown,
    damaged,
  })
}
