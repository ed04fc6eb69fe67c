import { nullable, Uuid } from './ids'
import { PageQuery, paginated } from './paging'
import { json, route } from './route'
import * as z from './zod'

const Pattern = z.string().min(1).max(1000)

/** How a library's folders and file names become series. */
export const SeriesStrategy = z
  .enum(['series_volume', 'series_volume_chapter', 'flat', 'publisher_hierarchy', 'calibre', 'custom'])
  .meta({ id: 'SeriesStrategy' })
export type SeriesStrategy = z.infer<typeof SeriesStrategy>

/** How books get their titles. */
export const BookStrategy = z
  .enum(['filename', 'metadata_first', 'smart', 'series_name', 'custom'])
  .meta({ id: 'BookStrategy' })
export type BookStrategy = z.infer<typeof BookStrategy>

/** How books get their numbers. */
export const NumberStrategy = z.enum(['file_order', 'metadata', 'filename', 'smart']).meta({ id: 'NumberStrategy' })
export type NumberStrategy = z.infer<typeof NumberStrategy>

export const FlatStrategyConfig = z
  .object({
    filenamePatterns: z.array(Pattern).max(50).optional(),
    requireMetadata: z.boolean().optional(),
  })
  .meta({ id: 'FlatStrategyConfig' })
export type FlatStrategyConfig = z.infer<typeof FlatStrategyConfig>

export const PublisherHierarchyConfig = z
  .object({ skipDepth: z.int().min(0).max(20).optional(), storeSkippedAs: nullable(z.string().max(50)) })
  .meta({ id: 'PublisherHierarchyConfig' })
export type PublisherHierarchyConfig = z.infer<typeof PublisherHierarchyConfig>

export const CalibreSeriesMode = z.enum(['standalone', 'by_author', 'from_metadata']).meta({ id: 'CalibreSeriesMode' })

export const CalibreStrategyConfig = z
  .object({
    seriesMode: CalibreSeriesMode.optional(),
    stripIdSuffix: z.boolean().optional(),
    authorFromFolder: z.boolean().optional(),
    readOpfMetadata: z.boolean().optional(),
  })
  .meta({ id: 'CalibreStrategyConfig' })
export type CalibreStrategyConfig = z.infer<typeof CalibreStrategyConfig>

export const CustomStrategyConfig = z
  .object({ pattern: Pattern, seriesNameTemplate: z.string().min(1).max(500).optional() })
  .meta({ id: 'CustomStrategyConfig' })
export type CustomStrategyConfig = z.infer<typeof CustomStrategyConfig>

export const SmartBookConfig = z
  .object({ additionalGenericPatterns: z.array(Pattern).max(50).optional() })
  .meta({ id: 'SmartBookConfig' })
export type SmartBookConfig = z.infer<typeof SmartBookConfig>

export const CustomBookConfig = z
  .object({
    pattern: Pattern,
    titleTemplate: z.string().min(1).max(500).optional(),
    fallback: z.enum(['filename', 'metadata_first', 'smart', 'series_name']).optional(),
  })
  .meta({ id: 'CustomBookConfig' })
export type CustomBookConfig = z.infer<typeof CustomBookConfig>

export const PreprocessingRule = z
  .object({
    pattern: Pattern,
    replacement: z.string().max(500),
    description: nullable(z.string().max(500)),
    enabled: z.boolean().optional(),
  })
  .meta({ id: 'PreprocessingRule' })
export const PreprocessingRules = z.array(PreprocessingRule).max(100)
export type PreprocessingRules = z.infer<typeof PreprocessingRules>

/** Rules to preview: absent ones stay as the library has them. */
export const NamingChangeRequest = z
  .object({
    seriesStrategy: SeriesStrategy.optional(),
    seriesConfig: z.unknown().optional(),
    bookStrategy: BookStrategy.optional(),
    bookConfig: z.unknown().optional(),
    numberStrategy: NumberStrategy.optional(),
    titlePreprocessingRules: z.unknown().optional(),
  })
  .meta({ id: 'NamingChangeRequest' })

export const NamedBookDto = z
  .object({
    series: z.string(),
    title: z.string(),
    volume: nullable(z.number()),
    chapter: nullable(z.number()),
    number: nullable(z.number()),
  })
  .meta({ id: 'NamedBookDto' })
export type NamedBook = z.infer<typeof NamedBookDto>

export const NamingPreviewRowDto = z
  .object({
    bookId: Uuid,
    /** Below the library's folder. */
    /** The library folder that contains the file. */
    folder: z.string(),
    path: z.string(),
    before: NamedBookDto,
    after: NamedBookDto,
    changed: z.boolean(),
  })
  .meta({ id: 'NamingPreviewRowDto' })

export const NamingPreviewSummary = z
  .object({ books: z.int(), changedBooks: z.int(), seriesBefore: z.int(), seriesAfter: z.int() })
  .meta({ id: 'NamingPreviewSummary' })

export const NamingPreview = paginated('NamingPreviewRowDto', NamingPreviewRowDto)
  .extend({ summary: NamingPreviewSummary })
  .meta({ id: 'NamingPreview' })
export type NamingPreview = z.infer<typeof NamingPreview>

export const previewNaming = route({
  id: 'preview_naming',
  method: 'post',
  path: '/api/v1/libraries/{library_id}/naming/preview',
  tag: 'Libraries',
  summary: 'Preview other naming strategies and rules on the books of a library',
  access: 'libraries-write',
  params: z.object({ library_id: Uuid }),
  query: PageQuery.extend({ onlyChanged: z.enum(['true', 'false']).default('false') }),
  body: NamingChangeRequest,
  status: 200,
  payload: json(NamingPreview),
  errors: [404],
})
