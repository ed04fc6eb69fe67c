import { BOOK_VALUE_FIELDS } from '@octavo/contract/list-fields'
import { IconListTree, IconX } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { t } from '../../../messages'
import { IconButton } from '../../../ui/icon-button'
import { lazyPart } from '../../../ui/lazy-part'
import { tl } from '../messages'
import type { Asking, ListKind, Question } from '../question/question'
import { facetOf, rangeOf } from './facet.rules'
import { FacetChips } from './facet-chips'
import { FacetSection } from './facet-section'
import classes from './filter-panel.module.css'
import { FixedChips, fixedValues } from './fixed-chips'
import { RangeField } from './range-field'
import { guardedField, useSharingTagNames } from './sharing-tags.queries'

const Builder = lazyPart(() => import('./builder/builder-dialog'))

export type PanelProps = {
  readonly question: Question
  readonly libraryId: string | null
  /** What the question finds; null while that is not known. */
  readonly total: number | null
  readonly onAsk: (wish: Asking) => void
  readonly onClose: () => void
}

const fields: Readonly<Record<ListKind, readonly string[]>> = {
  series: [
    'readStatus',
    'genre',
    'tag',
    'author',
    'publisher',
    'language',
    'year',
    'status',
    'completion',
    'dateAdded',
    guardedField,
  ],
  books: [
    'readStatus',
    'format',
    'bookType',
    'genre',
    'tag',
    'author',
    'publisher',
    'language',
    'year',
    'pageCount',
    'dateAdded',
    'hasError',
  ],
}
const startOpen: readonly string[] = ['readStatus', 'genre', 'tag', 'format']
const ranges: readonly string[] = ['year', 'pageCount']
const listed: readonly string[] = BOOK_VALUE_FIELDS

/** The common filters, one section each; what is more than that goes to the builder. */
export default function FilterPanel(props: PanelProps) {
  const { question, libraryId, total, onAsk, onClose } = props
  const { kind, condition } = question
  const [building, setBuilding] = useState(false)
  const tags = useSharingTagNames(kind === 'series')
  const shown = fields[kind].filter(field => field !== guardedField || tags.length > 0)
  return (
    <div className={classes.panel}>
      <header className={classes.head}>
        <h2>{t('lists.filter')}</h2>
        <IconButton label={tl('panel.close')} onClick={onClose}>
          <IconX size={19} stroke={1.8} />
        </IconButton>
      </header>
      <div className={classes.sections} key={kind}>
        {shown.map(field => {
          const facet = facetOf(condition, field)
          const range = rangeOf(condition, field)
          const hasRange = ranges.includes(field) && (range.min !== null || range.max !== null)
          const set = facet.wanted.length + facet.refused.length + (hasRange ? 1 : 0)
          const fixed = field === guardedField ? tags : listed.includes(field) ? null : fixedValues(field, kind)
          return (
            <FacetSection key={field} field={field} set={set} startsOpen={startOpen.includes(field)}>
              {() => (
                <>
                  {ranges.includes(field) && <RangeField field={field} question={question} onAsk={onAsk} />}
                  {fixed && <FixedChips field={field} values={fixed} question={question} onAsk={onAsk} />}
                  {listed.includes(field) && (
                    <FacetChips field={field} question={question} libraryId={libraryId} onAsk={onAsk} />
                  )}
                </>
              )}
            </FacetSection>
          )
        })}
        <button type="button" className={classes.advanced} onClick={() => setBuilding(true)}>
          <IconListTree size={18} stroke={1.7} />
          {tl('panel.advanced')}
        </button>
      </div>
      <footer className={classes.foot}>
        {condition && (
          <button type="button" className={classes.link} onClick={() => onAsk({ condition: null })}>
            {tl('chips.clear')}
          </button>
        )}
        <button type="button" className={classes.show} onClick={onClose} aria-live="polite">
          {total === null
            ? t('action.close')
            : tl('panel.show', { found: t(kind === 'series' ? 'series.count' : 'books.count', { count: total }) })}
        </button>
      </footer>
      {building && (
        <Suspense>
          <Builder
            question={question}
            libraryId={libraryId}
            onDone={condition => {
              setBuilding(false)
              if (condition !== undefined) onAsk({ condition })
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
