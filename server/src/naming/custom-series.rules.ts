import type { CustomStrategyConfig } from '@octavo/contract/naming'
import { fold } from '../kernel/text'
import { seriesOfFolder } from './series-folder.rules'
import type { SeriesPlacer } from './series-place'
import { fillTemplate, userPattern } from './user-pattern'

/** A pattern for the path below the library, with a group `series`; files that do not match are placed by folder. */
export function customSeries({ pattern, seriesNameTemplate = '{series}' }: CustomStrategyConfig): SeriesPlacer {
  const compiled = userPattern('seriesConfig.pattern', pattern)
  return {
    usesMetadata: false,
    place(path) {
      const match = compiled.match(path)
      const title = match && fillTemplate(seriesNameTemplate, name => match.group(name)).trim()
      if (!match || !title) return seriesOfFolder(path)
      const volume = Number.parseInt(match.group('volume') ?? '', 10)
      return {
        path: fold(title),
        title,
        publisher: match.group('publisher'),
        volume: Number.isNaN(volume) ? undefined : volume,
      }
    },
  }
}
