import { NativeSelect, TextInput } from '@mantine/core'
import { Segmented } from '../../ui/segmented'
import { ta } from '../admin/messages'
import { hourSteps, type Rhythm, writeRhythm } from './rhythm.rules'
import classes from './rhythm-fields.module.css'
import { dayName, weekFromMonday } from './schedule-words'

const kinds = ['daily', 'weekly', 'monthly', 'hours', 'cron'] as const satisfies readonly Rhythm['kind'][]

type Props = { readonly rhythm: Rhythm; readonly onChange: (rhythm: Rhythm) => void }

/** When: daily, on some days, every few hours; or the expression itself. */
export function RhythmFields({ rhythm, onChange }: Props) {
  const time = 'time' in rhythm ? rhythm.time : '03:00'
  const change = (kind: Rhythm['kind']) => onChange(startOf(kind, time, rhythm))
  return (
    <fieldset className={classes.fields}>
      <legend>{ta('schedules.when')}</legend>
      <div className={classes.kinds}>
        <Segmented
          label={ta('schedules.repeat')}
          value={rhythm.kind}
          onChange={change}
          choices={kinds.map(value => ({ value, label: ta(`schedules.kind.${value}`) }))}
        />
      </div>
      {rhythm.kind === 'weekly' && (
        <div className={classes.days}>
          {weekFromMonday.map(day => (
            <label key={day} className={classes.day}>
              <input
                type="checkbox"
                checked={rhythm.days.includes(day)}
                onChange={event =>
                  onChange({ ...rhythm, days: withDay(rhythm.days, day, event.currentTarget.checked) })
                }
              />
              {dayName(day)}
            </label>
          ))}
        </div>
      )}
      <div className={classes.row}>
        {rhythm.kind === 'monthly' && (
          <NativeSelect
            label={ta('schedules.day')}
            value={String(rhythm.day)}
            data={Array.from({ length: 28 }, (_, index) => String(index + 1)).concat(
              rhythm.day > 28 ? [String(rhythm.day)] : [],
            )}
            onChange={event => onChange({ ...rhythm, day: Number(event.currentTarget.value) })}
          />
        )}
        {'time' in rhythm && (
          <TextInput
            type="time"
            required
            label={ta('schedules.time')}
            value={rhythm.time}
            onChange={event => event.currentTarget.value && onChange({ ...rhythm, time: event.currentTarget.value })}
          />
        )}
        {rhythm.kind === 'hours' && (
          <NativeSelect
            label={ta('schedules.frequency')}
            value={String(rhythm.every)}
            data={hourSteps.map(every => ({
              value: String(every),
              label: ta('schedules.everyHours', { count: every }),
            }))}
            onChange={event => onChange({ ...rhythm, every: Number(event.currentTarget.value) })}
          />
        )}
        {rhythm.kind === 'cron' && (
          <TextInput
            className={classes.cron ?? ''}
            required
            label={ta('schedules.cron')}
            description={ta('schedules.cronHint')}
            value={rhythm.text}
            spellCheck={false}
            autoComplete="off"
            onChange={event => onChange({ kind: 'cron', text: event.currentTarget.value })}
          />
        )}
      </div>
    </fieldset>
  )
}

function startOf(kind: Rhythm['kind'], time: string, last: Rhythm): Rhythm {
  switch (kind) {
    case 'daily':
      return { kind, time }
    case 'weekly':
      return { kind, time, days: [6] }
    case 'monthly':
      return { kind, time, day: 1 }
    case 'hours':
      return { kind, every: 6, minute: 0 }
    case 'cron':
      return { kind, text: writeRhythm(last) }
  }
}

/** At least one day stays. */
function withDay(days: readonly number[], day: number, on: boolean): readonly number[] {
  const next = on ? [...days, day] : days.filter(one => one !== day)
  return next.length > 0 ? next : days
}
