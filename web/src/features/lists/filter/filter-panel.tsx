import { IconListTree, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { t } from '../../../messages'
import { IconButton } from '../../../ui/icon-button'
import { tl } from '../messages'
import { panelFields } from '../question/fields'
import { fieldsOf } from '../question/question'
import { facetOf, rangeOf } from './facet.rules'
import { FacetChips } from './facet-chips'
import { FacetSection } from './facet-section'
import classes from './filter-panel.module.css'
import { FixedChips, fixedValues } from './fixed-chips'
import type { PanelProps } from './panel-props'
import { RangeField } from './range-field'
import { guardedField, useSharingTagNames } from './sharing-tags.queries'

/** The common filters, one section each; the builder handles anything else. */
export default function FilterPanel(props: PanelProps) {
  const { question, libraryId, total, onAsk, onCombine, onClose } = props
  const { kind, condition } = question
  const showRef = useRef<HTMLButtonElement>(null)
  const tags = useSharingTagNames(kind === 'series')
  const fields = fieldsOf(kind)
  const found = total === null ? null : t(kind === 'series' ? 'series.count' : 'books.count', { count: total })
  const shown = panelFields(kind).filter(field => field !== guardedField || tags.length > 0)
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
          const filter = fields[field]
          const isRange = filter?.family === 'number'
          const hasRange = isRange && (range.min !== null || range.max !== null)
          const set = facet.included.length + facet.excluded.length + (hasRange ? 1 : 0)
          const fixed = field === guardedField ? tags : filter?.values ? null : fixedValues(field, kind)
          return (
            <FacetSection key={field} field={field} set={set} startsOpen={filter?.panel === 'open'}>
              {() => (
                <>
                  {isRange && <RangeField field={field} question={question} onAsk={onAsk} />}
                  {fixed && <FixedChips field={field} values={fixed} question={question} onAsk={onAsk} />}
                  {filter?.values && (
                    <FacetChips field={field} question={question} libraryId={libraryId} onAsk={onAsk} />
                  )}
                </>
              )}
            </FacetSection>
          )
        })}
        <button type="button" className={classes.advanced} onClick={onCombine}>
          <IconListTree size={18} stroke={1.7} />
          {tl('panel.advanced')}
        </button>
      </div>
      <footer className={classes.foot}>
        {condition && (
          <button
            type="button"
            className={classes.link}
            onClick={() => {
              showRef.current?.focus()
              onAsk({ condition: null })
            }}
          >
            {tl('chips.clear')}
          </button>
        )}
        <span className={classes.hidden} role="status">
          {found}
        </span>
        <button type="button" ref={showRef} className={classes.show} onClick={onClose}>
          {found === null ? t('action.close') : tl('panel.show', { found })}
        </button>
      </footer>
    </div>
  )
}
