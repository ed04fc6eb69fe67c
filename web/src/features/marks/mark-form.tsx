import { MARK_COLORS, MARK_LIMITS } from '@octavo/contract/mark-limits'
import { useId, useState } from 'react'
import type { MarkDto } from '../../api/types'
import light from '../../ui/light-button.module.css'
import { changeMark, removeMark } from './change-marks'
import { ColorChoice } from './color-choice'
import { markPlace } from './mark-words'
import classes from './marks.module.css'
import { tm } from './messages'

type Props = { readonly mark: MarkDto; readonly onDone: () => void }

/** The note and colour of a mark. */
export function MarkForm({ mark, onDone }: Props) {
  const [note, setNote] = useState(mark.note ?? '')
  const [color, setColor] = useState(mark.color ?? null)
  const id = useId()
  const isNote = mark.kind === 'note'
  const save = () => {
    onDone()
    const text = note.trim() === '' ? null : note
    if (text !== mark.note || color !== mark.color) void changeMark(mark, { note: text, color })
  }
  return (
    <form
      className={classes.form}
      onSubmit={event => {
        event.preventDefault()
        save()
      }}
    >
      <p className={classes.where}>{markPlace(mark)}</p>
      {mark.quote && (
        <blockquote className={classes.quote} data-color={color ?? undefined}>
          {mark.quote}
        </blockquote>
      )}
      {mark.stale && <p className={classes.where}>{tm('marks.stale')}</p>}
      {mark.kind === 'highlight' && <ColorChoice value={color ?? MARK_COLORS[0]} onChange={setColor} />}
      <label className={classes.label} htmlFor={id}>
        {tm('marks.note')}
      </label>
      <textarea
        id={id}
        className={classes.area}
        rows={4}
        maxLength={MARK_LIMITS.note}
        required={isNote}
        placeholder={tm('marks.noteHint')}
        value={note}
        data-first-focus
        onChange={event => setNote(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <button
          type="button"
          className={light.button}
          data-danger
          onClick={() => {
            onDone()
            void removeMark(mark)
          }}
        >
          {tm('marks.delete')}
        </button>
        <button type="submit" className={light.button} data-main>
          {tm('marks.save')}
        </button>
      </div>
    </form>
  )
}
