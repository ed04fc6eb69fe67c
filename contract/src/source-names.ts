/** Metadata sources of books in default order: the first with a value counts. */
export const FILE_SOURCES = [
  ...(['series_json', 'opf_file', 'comicinfo_file', 'metroninfo', 'comicinfo', 'opf', 'pdf', 'file_name'] as const),
] as const
export type FileSourceName = (typeof FILE_SOURCES)[number]

/** Off by default: a guess from the file name. */
export const SOURCES_OFF: readonly FileSourceName[] = ['file_name']

/** Fields from one source together can have their own order. */
export const SOURCE_GROUPS = ['names', 'place', 'people', 'prose', 'labels', 'publication', 'story', 'links'] as const
export type SourceGroup = (typeof SOURCE_GROUPS)[number]

/** A library's source settings; see `MetadataSourcesDto`. */
export interface SourceChoice {
  readonly order?: readonly FileSourceName[] | undefined
  readonly off?: readonly FileSourceName[] | undefined
  readonly groups?: { readonly [Group in SourceGroup]?: readonly FileSourceName[] | undefined } | undefined
}

/** The sources for a group of fields in order of precedence; without a group, the general order. */
export function sourceOrder(choice: SourceChoice | null, group?: SourceGroup): readonly FileSourceName[] {
  const first = (group && choice?.groups?.[group]) ?? choice?.order ?? []
  const off = choice?.off ?? SOURCES_OFF
  const order = [...first, ...(choice?.order ?? []), ...FILE_SOURCES]
  return [...new Set(order)].filter(name => !off.includes(name))
}
