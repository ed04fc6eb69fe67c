import type { ParserChild } from './parser-child'
import type { PdfHandles } from './pool.types'

/** Counts the PDFs that parser processes have open. */
export function countPdfHandles() {
  const totals = { hits: 0, opens: 0, evictions: 0, idleEvictions: 0 }
  return {
    /** After each answer of a process. */
    answered({ usage: { pdf } }: ParserChild): void {
      totals.hits += pdf?.hits ?? 0
      totals.opens += pdf?.opens ?? 0
      totals.evictions += pdf?.evictions ?? 0
    },
    /** When a process ends because it had no work, or for any other reason. */
    ended({ usage: { pdf } }: ParserChild, isIdle: boolean): void {
      if (pdf?.open) totals[isIdle ? 'idleEvictions' : 'evictions']++
    },
    of(
      children: readonly ParserChild[],
      { size, idleMs }: { readonly size: number; readonly idleMs: number },
    ): PdfHandles {
      const open = children.flatMap(({ usage }) => usage.pdf?.open ?? [])
      return { capacity: size, idleMs, open, ...totals }
    },
  }
}

export function hasPdfOpen(child: ParserChild, path: string | null | undefined): boolean {
  return typeof path === 'string' && child.usage.pdf?.open?.path === path
}
