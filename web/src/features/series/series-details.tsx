import { useQuery } from '@tanstack/react-query'
import type { SeriesDto } from '../../api/types'
import { t } from '../../messages'
import { Facts } from '../../ui/facts'
import { useMay } from '../auth'
import { filterLinks } from '../lists/filter-links'
import { ageFact, storyFacts } from '../lists/story-facts'
import { fullSeriesQuery, seriesPeopleQuery } from './series.queries'

/** Creators and names of a series, linked to similar ones. */
export function SeriesDetails({ series }: { readonly series: SeriesDto }) {
  const [{ data: full }, { data: people }] = useSeriesDetails(series.id)
  const facts = [
    {
      name: t('people.people'),
      value: filterLinks(
        'author',
        people?.map(person => person.value),
      ),
    },
    { name: t('books.publisher'), value: filterLinks('publisher', [series.publisher]) },
    { name: t('field.status'), value: statusName(full?.metadata.status) },
    ageFact(full?.metadata.ageRating),
    {
      name: t('books.genres'),
      value: filterLinks(
        'genre',
        full?.genres.map(genre => genre.name),
      ),
    },
    {
      name: t('books.tags'),
      value: filterLinks(
        'tag',
        full?.tags.map(tag => tag.name),
      ),
    },
    ...storyFacts(full && { ...full, otherTitles: [...full.alternateTitles, ...(full.otherTitles ?? [])] }),
  ]
  return facts.some(fact => fact.value) ? <Facts facts={facts} /> : null
}

const STATUSES = ['ended', 'hiatus', 'abandoned'] as const

/** Ongoing is the default, which says nothing. */
function statusName(status: string | null | undefined): string | null {
  const known = STATUSES.find(each => each === status)
  return known ? t(`series.status.${known}`) : null
}

/** Prefetches its data. */
export function useSeriesDetails(id: string, enabled = true) {
  const mayBooks = useMay('books-read')
  return [useQuery(fullSeriesQuery(id)), useQuery({ ...seriesPeopleQuery(id), enabled: enabled && mayBooks })] as const
}
