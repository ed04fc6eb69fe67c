import { useQuery } from '@tanstack/react-query'
import type { FontFile } from '../bridge/protocol'
import { type EpubFont, ownName } from './fonts.rules'

const NONE: readonly FontFile[] = []

/** The files of the chosen font; empty for the book's and system fonts, and while loading. */
export function useFontFiles(font: EpubFont, language: string | null | undefined): readonly FontFile[] {
  const files = useQuery({
    queryKey: ['reader', 'font', font, language],
    queryFn: () => filesOf(font, language ?? null),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: 1,
  })
  return files.data ?? NONE
}

async function filesOf(font: EpubFont, language: string | null): Promise<readonly FontFile[]> {
  if (font === 'publisher' || font === 'serif' || font === 'sans') return NONE
  const own = ownName(font)
  if (own !== null) {
    const { ownFontData } = await import('./own-fonts')
    const data = await ownFontData(own)
    return data ? [{ data, weight: 'normal', style: 'normal' }] : NONE
  }
  const { shippedFiles } = await import('./shipped-fonts')
  return shippedFiles(font as Parameters<typeof shippedFiles>[0], language)
}
