import { FILE_SOURCES, SOURCE_GROUPS } from './source-names'
import * as z from './zod'

const Names = z
  .array(z.enum(FILE_SOURCES))
  .max(FILE_SOURCES.length)
  .refine(names => new Set(names).size === names.length, { error: 'Name each source once' })

export const MetadataSourcesDto = z
  .object({
    order: Names.optional().meta({ description: 'The first with a value is used; others follow in the default order' }),
    off: Names.optional().meta({ description: 'Sources not read; by default, the file name' }),
    groups: z
      .partialRecord(z.enum(SOURCE_GROUPS), Names)
      .optional()
      .meta({ description: 'Groups of fields with an order of their own' }),
  })
  .meta({ id: 'MetadataSourcesDto' })
export type MetadataSourcesDto = z.infer<typeof MetadataSourcesDto>
