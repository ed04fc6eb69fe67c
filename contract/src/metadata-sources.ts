import { z } from 'zod'
import { FILE_SOURCES, SOURCE_GROUPS } from './source-names'

const Names = z
  .array(z.enum(FILE_SOURCES))
  .max(FILE_SOURCES.length)
  .refine(names => new Set(names).size === names.length, { error: 'Name each source once' })

export const MetadataSourcesDto = z
  .object({
    order: Names.optional().meta({ description: 'The first that says something counts; others follow as usual' }),
    off: Names.optional().meta({ description: 'Not read; without it, the file name' }),
    groups: z
      .partialRecord(z.enum(SOURCE_GROUPS), Names)
      .optional()
      .meta({ description: 'Groups of fields with an order of their own' }),
  })
  .meta({ id: 'MetadataSourcesDto' })
export type MetadataSourcesDto = z.infer<typeof MetadataSourcesDto>
