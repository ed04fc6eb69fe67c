import { useQuery } from '@tanstack/react-query'
import { type OutlineLine, outlineLines } from './outline.rules'
import type { PdfView } from './use-pdf-view'

/** The outline of an open PDF; undefined until it is read. */
export function useOutline(view: PdfView | null): readonly OutlineLine[] | undefined {
  const { data } = useQuery({
    queryKey: ['reader', 'outline', view?.document.fingerprints[0]],
    queryFn: async () => outlineLines((await view?.document.getOutline()) ?? null),
    enabled: view !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}
