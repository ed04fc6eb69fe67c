import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { t } from '../../../messages'
import { Segmented } from '../../../ui/segmented'
import { tl } from '../messages'
import { fieldsOf } from '../question/question'
import { fieldName, valueName } from './condition-words'
import { chipState, type Facet, facetOf, toggled, withFacet, withoutFacet } from './facet.rules'
import classes from './filter-panel.module.css'
import type { PanelProps } from './panel-props'
import { TriChip } from './tri-chip'
import { valuesQuery } from './values.queries'

const few = 10
const many = 200
/** An item may have several of these at once. */
const several = ['genre', 'tag', 'author', 'language', 'character', 'team', 'location', 'storyArc']
/** A book inherits those of its series. */
const ofSeries = ['genre', 'tag']

type Props = Pick<PanelProps, 'question' | 'libraryId' | 'onAsk'> & { readonly field: string }

/** The values of one field in the list, with counts; long lists can be searched. */
export function FacetChips({ field, question, libraryId, onAsk }: Props) {
  const { kind, condition, text } = question
  const [typed, setTyped] = useState('')
  const [all, setAll] = useState(false)
  const contains = useDeferredValue(typed.trim())
  const among = { kind, libraryId, text, condition: withoutFacet(condition, field) }
  const { data, isError } = useQuery(valuesQuery(among, field, contains, all || contains ? many : few + 1))
  const facet = facetOf(condition, field)
  const choose = (change: (before: Facet) => Facet) => {
    const family = fieldsOf(kind)[field]
    if (!family) return
    onAsk(({ condition }) => ({ condition: withFacet(condition, field, change(facetOf(condition, field)), family) }))
  }
  const found = data ?? []
  const shown = all || contains ? found : found.slice(0, few)
  const same = (a: string, b: string) => a.localeCompare(b, undefined, { sensitivity: 'accent' }) === 0
  const chosen = [...facet.included, ...facet.excluded]
  // Selected values are always shown, regardless of search and count.
  const absent = chosen.filter(value => !shown.some(each => same(each.value, value)))
  const searchable = all || contains !== '' || typed !== '' || found.length > few
  return (
    <>
      {kind === 'books' && ofSeries.includes(field) && <p className={classes.hint}>{tl('panel.ofSeries')}</p>}
      {searchable && (
        <label className={classes.search}>
          <IconSearch size={15} stroke={1.8} aria-hidden />
          <input
            type="search"
            value={typed}
            maxLength={100}
            placeholder={tl('panel.searchIn', { field: fieldName(field) })}
            aria-label={tl('panel.searchIn', { field: fieldName(field) })}
            onChange={event => setTyped(event.target.value)}
          />
        </label>
      )}
      <ul className={classes.chips} aria-label={fieldName(field)} data-long={all}>
        {absent.map(value => (
          <li key={`absent ${value}`}>
            <TriChip
              name={valueName(field, value)}
              state={chipState(facet, value)}
              onTurn={() => choose(before => toggled(before, value))}
            />
          </li>
        ))}
        {shown.map(({ value: found, count }) => {
          const value = chosen.find(each => same(each, found)) ?? found
          return (
            <li key={found}>
              <TriChip
                name={valueName(field, found)}
                count={count}
                state={chipState(facet, value)}
                onTurn={() => choose(before => toggled(before, value))}
              />
            </li>
          )
        })}
        {!data &&
          !isError &&
          ['70px', '96px', '58px'].map(width => (
            <li key={width} className={classes.waiting} style={{ width }} aria-hidden />
          ))}
        {data && shown.length + absent.length === 0 && <li className={classes.none}>{tl('panel.noValues')}</li>}
        {isError && <li className={classes.none}>{t('error.title')}</li>}
      </ul>
      {!contains && found.length > few && !all && (
        <button type="button" className={classes.link} onClick={() => setAll(true)}>
          {tl('panel.showMore')}
        </button>
      )}
      {several.includes(field) && facet.included.length > 1 && (
        <Segmented
          label={tl('panel.mode', { field: fieldName(field) })}
          value={facet.mode}
          onChange={mode => choose(before => ({ ...before, mode }))}
          choices={[
            { value: 'any', label: tl('panel.any') },
            { value: 'all', label: tl('panel.all') },
          ]}
        />
      )}
    </>
  )
}
