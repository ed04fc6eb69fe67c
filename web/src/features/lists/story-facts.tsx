import { formatNumber, t } from '../../messages'
import type { Fact } from '../../ui/facts'
import { filterLinks } from './filter-links'

interface Story {
  readonly characters?: readonly string[] | undefined
  readonly teams?: readonly string[] | undefined
  readonly locations?: readonly string[] | undefined
  readonly storyArcs?: readonly (string | { readonly name: string })[] | undefined
  readonly otherTitles?: readonly { readonly title: string }[] | undefined
}

/** Characters, teams, locations and arcs of a book or series, linked to others, and alternate titles of the series. */
export function storyFacts(story: Story | null | undefined): Fact[] {
  const { characters, teams, locations, storyArcs = [], otherTitles = [] } = story ?? {}
  const arcs = storyArcs.map(arc => (typeof arc === 'string' ? arc : arc.name))
  return [
    { name: t('books.characters'), value: filterLinks('character', characters) },
    { name: t('books.teams'), value: filterLinks('team', teams) },
    { name: t('books.locations'), value: filterLinks('location', locations) },
    { name: t('books.storyArcs'), value: filterLinks('storyArc', arcs) },
    { name: t('books.otherTitles'), value: [...new Set(otherTitles.map(({ title }) => title))].join(' · ') || null },
  ]
}

/** The age from which a book or series is recommended: 15+. */
export function ageFact(age: number | null | undefined): Fact {
  return { name: t('field.ageRating'), value: typeof age === 'number' ? `${formatNumber(age)}+` : null }
}
