import { z } from 'zod'

/** What files say of books, in the usual order: the first that says something counts. */
export const FILE_SOURCES = ['series_json', 'opf_file', 'metroninfo', 'comicinfo', 'opf', 'pdf', 'file_name'] as const
export type FileSourceName = (typeof FILE_SOURCES)[number]

/** Not read unless somebody says so: a guess from the name of the file. */
export const SOURCES_OFF: readonly FileSourceName[] = ['file_name']

/** Fields that come from one source together can have an order of their own. */
export const SOURCE_GROUPS = ['names', 'place', 'people', 'prose', 'labels', 'publication', 'story', 'links'] as const
export type SourceGroup = (typeof SOURCE_GROUPS)[number]

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

/** The sources that are read for a group of fields, the first that counts first; for no group, the order of all. */
export function sourceOrder(choice: MetadataSourcesDto | null, group?: SourceGroup): readonly FileSourceName[] {
  const first = (group && choice?.groups?.[group]) ?? choice?.order ?? []
  const off = choice?.off ?? SOURCES_OFF
  const order = [...first, ...(choice?.order ?? []), ...FILE_SOURCES]
  return [...new Set(order)].filter(name => !off.includes(name))
}
