import { MARK_COLORS, MARK_LIMITS, type MarkColor } from '@octavo/contract/mark-limits'
import { IconCopy, IconDots, IconNote, IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import { tm } from '../../features/marks'
import { t } from '../../messages'
import { FLOATS, leaveFloating } from '../../ui/floating-keys'
import { toast } from '../../ui/toast'
import { BarButton } from '../chrome/bar-button'
import { tr } from '../messages'
import classes from './selection-bar.module.css'

export interface Selected {
  /** Null where an area of a page is selected. */
  readonly quote: string | null
  /** Its position, in pixels of the bar's container. */
  readonly box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
}

type Props = {
  readonly selected: Selected
  readonly label?: string | undefined
  readonly onHighlight: (color: MarkColor) => void
  readonly onNote: () => void
  /** Asks what else can be done with text: look up, translate, read aloud. */
  readonly onMore?: (() => void) | undefined
  readonly onDone: () => void
}

const HEIGHT = 60
const MOST_SAID = 300

/** What can be done with selected text or a part of a page. It is above the selection, or below where there is no room. */
export function SelectionBar({ selected, label, onHighlight, onNote, onMore, onDone }: Props) {
  const { box, quote } = selected
  // Its buttons disappear with the selection.
  useEffect(() => () => void setTimeout(() => document.activeElement === document.body && leaveFloating()), [])
  const above = box.top > HEIGHT + 8
  const style = {
    '--at': `${Math.round(box.left + box.width / 2)}px`,
    '--top': `${Math.round(above ? box.top - HEIGHT : box.top + box.height + 8)}px`,
  }
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ message: tm('marks.copied') })
    } catch {
      // Without HTTPS there is no clipboard: the selection stays, and the browser's own menu can copy it.
      return
    }
    onDone()
  }
  const fits = quote === null || quote.length <= MARK_LIMITS.quote
  return (
    <div
      {...FLOATS}
      className={classes.bar}
      role="toolbar"
      aria-label={label ?? tm('marks.selection')}
      style={style as object}
    >
      {/* Selected by keys, it is read out. */}
      <span className={classes.said} role="status">
        {quote?.slice(0, MOST_SAID)}
      </span>
      {fits ? (
        MARK_COLORS.map(color => (
          <button
            key={color}
            type="button"
            className={classes.color}
            aria-label={tm('marks.highlightIn', { color: tm(`marks.color.${color}`) })}
            title={tm(`marks.color.${color}`)}
            onClick={() => onHighlight(color)}
          >
            <span className={classes.dot} style={{ background: `var(--mark-${color})` }} />
          </button>
        ))
      ) : (
        <span className={classes.long}>{tm('marks.tooLong')}</span>
      )}
      {fits && <BarButton label={tm('marks.note')} icon={<IconNote size={21} stroke={1.7} />} onClick={onNote} />}
      {quote !== null && (
        <BarButton
          label={tm('marks.copy')}
          icon={<IconCopy size={21} stroke={1.7} />}
          onClick={() => void copy(quote)}
        />
      )}
      {onMore && <BarButton label={tr('lookUp')} icon={<IconDots size={21} stroke={1.7} />} onClick={onMore} />}
      {quote === null && (
        <BarButton label={t('action.cancel')} icon={<IconX size={21} stroke={1.7} />} onClick={onDone} />
      )}
    </div>
  )
}
