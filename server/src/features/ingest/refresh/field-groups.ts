import type { FieldGroupDto, MetadataRefreshJobConfigDto } from '@octavo/contract/library-job'

/** Groups of fields to refresh, as shown in the interface. */
export const FIELD_GROUPS: readonly FieldGroupDto[] = [
  { id: 'identifiers', label: 'Titles', fields: ['title', 'titleSort', 'alternateTitles'] },
  { id: 'descriptive', label: 'Summary and people', fields: ['summary', 'authors'] },
  { id: 'status', label: 'Status and year', fields: ['status', 'year'] },
  { id: 'counts', label: 'Number of volumes and chapters', fields: ['totalVolumeCount', 'totalChapterCount'] },
  { id: 'ratings', label: 'Ratings', fields: ['rating', 'externalRatings'] },
  { id: 'cover', label: 'Cover', fields: ['coverUrl'] },
  { id: 'tags', label: 'Tags', fields: ['tags'] },
  { id: 'genres', label: 'Genres', fields: ['genres'] },
  { id: 'age_rating', label: 'Age rating', fields: ['ageRating'] },
  { id: 'classification', label: 'Language and reading direction', fields: ['language', 'readingDirection'] },
  { id: 'publisher', label: 'Publisher', fields: ['publisher'] },
  {
    id: 'story',
    label: 'Characters, teams, places and story arcs',
    fields: ['characters', 'teams', 'locations', 'storyArcs'],
  },
  { id: 'external_refs', label: 'Identifiers and links', fields: ['externalIds', 'externalLinks'] },
]

const ALL_FIELDS = FIELD_GROUPS.flatMap(group => group.fields)

/** The available providers. */
const PROVIDERS = ['file'] as const

/** The fields of a refresh job; all by default. */
export function chosenFields({ fieldGroups = [], extraFields = [] }: MetadataRefreshJobConfigDto): readonly string[] {
  if (fieldGroups.length + extraFields.length === 0) return ALL_FIELDS
  const ofGroups = FIELD_GROUPS.filter(group => fieldGroups.includes(group.id)).flatMap(group => group.fields)
  return [...new Set([...ofGroups, ...extraFields])]
}

/** The error in a job's options: place and sentence. Null if they are valid. */
export function refreshFault(
  config: MetadataRefreshJobConfigDto,
): { readonly path: string; readonly message: string } | null {
  const { provider, scope = 'series_only', fieldGroups = [], extraFields = [] } = config
  if (!PROVIDERS.some(known => known === provider)) {
    return {
      path: 'provider',
      message: `there is no provider ${provider}; there is ${PROVIDERS.join(', ')} (reads the metadata inside the files again)`,
    }
  }
  if (scope !== 'series_only') return { path: 'scope', message: 'only series_only is supported' }
  const group = fieldGroups.find(id => !FIELD_GROUPS.some(known => known.id === id))
  if (group !== undefined) {
    const ids = FIELD_GROUPS.map(known => known.id).join(', ')
    return { path: 'fieldGroups', message: `there is no group ${group}; there are ${ids}` }
  }
  const field = extraFields.find(name => !ALL_FIELDS.includes(name))
  if (field !== undefined) {
    return { path: 'extraFields', message: `there is no field ${field}; there are ${ALL_FIELDS.join(', ')}` }
  }
  return null
}
