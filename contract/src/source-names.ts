/** What files say of books, in the usual order: the first that says something counts. */
export const FILE_SOURCES = [
  ...(['series_json', 'opf_file', 'comicinfo_file', 'metroninfo', 'comicinfo', 'opf', 'pdf', 'file_name'] as const),
] as const
export type FileSourceName = (typeof FILE_SOURCES)[number]

/** Not read unless somebody says so: a guess from the name of the file. */
export const SOURCES_OFF: readonly FileSourceName[] = ['file_name']

/** Fields that come from one source together can have an order of their own. */
export const SOURCE_GROUPS = ['names', 'place', 'people', 'prose', 'labels', 'publication', 'story', 'links'] as const
export type SourceGroup = (typeof SOURCE_GROUPS)[number]

/** What a library says of its sources; see `MetadataSourcesDto`. */
export interface SourceChoice {
  readonly order?: readonly FileSourceName[] | undefined
  readonly off?: readonly FileSourceName[] | undefined
  readonly groups?: { readonly [Group in SourceGroup]?: readonly FileSourceName[] | undefined } | undefined
}

/** The sources that are read for a group of fields, the first that counts first; for no group, the order of all. */
export function sourceOrder(choice: SourceChoice | null, group?: SourceGroup): readonly FileSourceName[] {
  const first = (group && choice?.groups?.[group]) ?? choice?.order ?? []
  const off = choice?.off ?? SOURCES_OFF
  const order = [...first, ...(choice?.order ?? []), ...FILE_SOURCES]
  return [...new Set(order)].filter(name => !off.includes(name))
}
