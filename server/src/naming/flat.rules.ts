import type { FlatStrategyConfig } from '@octavo/contract/naming'
import { fold } from '../kernel/text'
import { stemOf } from './file-stem'
import { CHAPTER_WORDS, OTHER_WORDS, VOLUME_WORDS } from './number-words'
import { partsOf, type SeriesPlacer } from './series-place'
import { userPattern } from './user-pattern'

/** A name in brackets, before a dash, before an underscore. */
const USUAL = [String.raw`\[([^\]]+)\]`, '^([^-]+) -', '^([^_]+)_']
/** The rest of a token after its number is removed: `One Piece Vol.`, `Batman #`, `Saga (v`. */
const CUT_TOKEN = new RegExp(
  String.raw`[\s_\-.,([]*(?:(?<![\p{L}\d])(?:(?:${VOLUME_WORDS}|${CHAPTER_WORDS}|${OTHER_WORDS})\.?|t$)|#)?[\s_\-.([#]*$`,
  'iu',
)

/** One folder with everything in it: the series comes from the file's name, or its metadata. */
export function flat({ filenamePatterns, requireMetadata = false }: FlatStrategyConfig): SeriesPlacer {
  const patterns = (filenamePatterns?.length ? filenamePatterns : USUAL).map((source, index) =>
    userPattern(`seriesConfig.filenamePatterns[${index}]`, source),
  )

  function titleInName(stem: string): string {
    for (const pattern of patterns) {
      const title = pattern.match(stem)?.first.trim()
      if (title) return title
    }
    if (requireMetadata) return 'Unknown'
    const beforeDigits = /^[^\d]+/.exec(stem)?.[0].replace(CUT_TOKEN, '').trim()
    return beforeDigits || stem
  }

  return {
    usesMetadata: true,
    place(path, inside) {
      const title = inside?.series?.trim() || titleInName(stemOf(partsOf(path).name))
      return { path: fold(title), title }
    },
  }
}
