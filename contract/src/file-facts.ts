import { Int32, nullable } from './ids'
import { METADATA_SOURCES } from './metadata-words'
import * as z from './zod'

const texts = z.array(z.string()).optional()

export const StoryArcDto = z
  .object({ name: z.string(), number: nullable(z.string().meta({ description: 'The place in the arc, as written' })) })
  .meta({ id: 'StoryArcDto' })

export const OtherTitleDto = z
  .object({
    label: z.string().meta({ description: 'A language tag, or a word such as Localized' }),
    title: z.string(),
  })
  .meta({ id: 'OtherTitleDto' })

export const IdentifierDto = z
  .object({
    source: z.string().meta({ description: 'In lower case: comicvine, metron, upc …' }),
    id: z.string(),
    of: z.enum(['book', 'series']),
  })
  .meta({ id: 'IdentifierDto' })

export const PageMarkDto = z
  .object({
    page: Int32.meta({ description: '1-based' }),
    type: nullable(z.string().meta({ description: 'As ComicInfo names it: FrontCover, Advertisement …' })),
    isDouble: z.boolean(),
    bookmark: nullable(z.string()),
  })
  .meta({ id: 'PageMarkDto' })

export const MetadataSource = z.enum(METADATA_SOURCES).meta({ id: 'MetadataSource' })

/** Values of a book's files that cannot be edited here; absent without a value. */
export const FileFacts = {
  characters: texts,
  teams: texts,
  locations: texts,
  storyArcs: z.array(StoryArcDto).optional(),
  universes: texts,
  reprints: texts,
  seriesGroups: texts,
  alternateSeries: z.string().optional(),
  alternateNumber: z.string().optional(),
  alternateCount: Int32.optional(),
  ageRating: Int32.optional().meta({ description: 'The age from which the file recommends it, in years' }),
  seriesTitleSort: z.string().optional().meta({ description: 'Sort title of the series, as in the file' }),
  seriesYear: Int32.optional().meta({ description: 'When its series began' }),
  otherTitles: z.array(OtherTitleDto).optional(),
  mainCharacterOrTeam: z.string().optional(),
  notes: z.string().optional(),
  scanInformation: z.string().optional(),
  review: z.string().optional(),
  communityRating: z.number().min(0).max(5).meta({ format: 'float' }).optional(),
  identifiers: z.array(IdentifierDto).optional(),
  webLinks: texts,
  pageMarks: z.array(PageMarkDto).optional(),
  source: MetadataSource.optional().meta({ description: 'The file that most values come from' }),
  saidBy: z
    .record(z.string(), MetadataSource)
    .optional()
    .meta({ description: 'Fields that come from another file, by name' }),
}

const FileFactsDto = z.object(FileFacts)
export type FileFactsDto = z.infer<typeof FileFactsDto>

/** Values of a series' files that cannot be edited here; only in the answer for one series. */
export const SeriesFileFacts = {
  characters: texts,
  teams: texts,
  locations: texts,
  storyArcs: texts,
  otherTitles: z.array(OtherTitleDto).optional(),
  seriesGroups: texts,
  universes: texts,
  identifiers: z.array(IdentifierDto).optional(),
  fileName: z.string().optional().meta({ description: 'Its name in series.json' }),
  format: z.string().optional().meta({ description: 'As series.json has it: Print, TPB …' }),
  publicationRun: z.string().optional(),
  collects: texts,
}

const SeriesFileFactsDto = z.object(SeriesFileFacts)
export type SeriesFileFactsDto = z.infer<typeof SeriesFileFactsDto>
