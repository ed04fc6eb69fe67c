import '../../ui/fields.css'
import { NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { QuietSelect } from '../../ui/quiet-select'
import { Toggle } from '../../ui/toggle'
import { LibraryChoice } from '../libraries'
import { tp } from './messages'
import classes from './people.module.css'
import { type Mode, tagsQuery } from './people.queries'

/** Limits of a user or group; `libraryIds` null means all. */
export type Limits = {
  readonly libraryIds: readonly string[] | null
  readonly ageLimit: number | null
  readonly showsUnrated: boolean
  readonly grants: ReadonlyMap<string, Mode>
}

export const noLimits: Limits = { libraryIds: null, ageLimit: null, showsUnrated: false, grants: new Map() }

type Props = { readonly limits: Limits; readonly onChange: (change: (now: Limits) => Limits) => void }

/** Libraries, age and sharing tags, the same for a user and a group. */
export function LimitsFields({ limits, onChange }: Props) {
  const tags = useQuery(tagsQuery).data ?? []
  return (
    <>
      <LibraryChoice
        legend={tp('people.libraries')}
        all={tp('people.librariesAll')}
        allHint={tp('people.librariesAllHint')}
        chosen={limits.libraryIds}
        onChange={change => onChange(now => ({ ...now, libraryIds: change(now.libraryIds) }))}
      />
      <fieldset className={classes.group}>
        <legend>{tp('people.age')}</legend>
        <NumberInput
          aria-label={tp('people.age')}
          description={tp('people.ageHint')}
          min={0}
          max={99}
          allowDecimal={false}
          hideControls
          classNames={{ input: classes.age ?? '' }}
          value={limits.ageLimit ?? ''}
          onChange={value => onChange(now => ({ ...now, ageLimit: value === '' ? null : Number(value) }))}
        />
        {limits.ageLimit !== null && (
          <Toggle
            label={tp('people.unrated')}
            on={limits.showsUnrated}
            onChange={showsUnrated => onChange(now => ({ ...now, showsUnrated }))}
          />
        )}
      </fieldset>
      {tags.length > 0 && (
        <fieldset className={classes.group}>
          <legend>{tp('people.tags')}</legend>
          <p className={classes.hint}>{tp('people.tagsHint')}</p>
          {tags.map(({ id, name }) => (
            <div key={id} className={classes.choice}>
              <span>{name}</span>
              <QuietSelect
                label={name}
                value={limits.grants.get(id) ?? ''}
                choices={[
                  { value: '', label: tp('people.noEffect') },
                  { value: 'allow', label: tp('people.allow') },
                  { value: 'deny', label: tp('people.deny') },
                ]}
                onChange={value => onChange(now => ({ ...now, grants: withGrant(now.grants, id, value) }))}
              />
            </div>
          ))}
        </fieldset>
      )}
    </>
  )
}

function withGrant(grants: ReadonlyMap<string, Mode>, id: string, value: string): ReadonlyMap<string, Mode> {
  const next = new Map(grants)
  if (value === 'allow' || value === 'deny') next.set(id, value)
  else next.delete(id)
  return next
}
