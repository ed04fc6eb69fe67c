import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccessReasonDto } from '../../api/types'
import { errorSentence } from '../../ui/error-sentence'
import { tp } from './messages'
import classes from './people.module.css'
import { effectiveAccessQuery } from './people.queries'
import { PersonPicker } from './person-picker'

/** Whether a user sees a series, and why. */
export function WhoSees({ seriesId }: { readonly seriesId: string }) {
  const [userId, setUserId] = useState('')
  const { data, error } = useQuery({ ...effectiveAccessQuery(userId, seriesId), enabled: userId !== '' })
  const series = data?.series
  return (
    <fieldset className={classes.group}>
      <legend>{tp('people.whoSees')}</legend>
      <PersonPicker keeps label={tp('people.whoSeesLabel')} onPick={({ id }) => setUserId(id)} />
      {error && <p role="alert">{errorSentence(error)}</p>}
      {series && (
        <div role="status">
          <p>
            <strong>{tp(series.visible ? 'people.canSee' : 'people.cannotSee')}</strong>
          </p>
          <ul className={classes.reasons}>
            {series.reasons.map(reason => (
              <li key={`${reason.reason} ${reason.tagName} ${reason.sources[0]?.kind}`} data-hides={reason.hides}>
                {sentence(reason)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </fieldset>
  )
}

function sentence({ reason, tagName, age, sources }: AccessReasonDto): string {
  const what = tp(`people.reason.${reason}`, { tag: tagName ?? '', age: age ?? 0 })
  const whose = sources
    .map(({ kind, groupName }) => groupName ?? tp(kind === 'guardian' ? 'people.guardianLimit' : 'people.ownLimit'))
    .join(', ')
  return whose ? `${what} (${whose})` : what
}
