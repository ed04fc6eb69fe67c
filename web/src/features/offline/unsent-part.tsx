import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { hasReason } from '../../api/api-error'
import { errorFrom, isWaiting, type UnsentEntry } from '../../device/unsent.rules'
import { browserTable } from '../../device/unsent-table'
import { loadRefusals } from '../../messages/refusals/load-refusals'
import { errorSentence } from '../../ui/error-sentence'
import { useSession } from '../auth'
import { to } from './messages'
import classes from './offline-page.module.css'

/** Unsent changes, and those that the server refused. */
export function UnsentPart() {
  const userId = useSession()?.id ?? ''
  const { data = [], refetch } = useQuery({
    queryKey: ['device', 'unsent', userId],
    queryFn: () => entriesOf(userId),
    refetchInterval: 5000,
  })
  const waiting = data.filter(isWaiting).length
  const refused = data.filter(({ refusal }) => refusal !== undefined)
  const discard = (entry: UnsentEntry) =>
    void browserTable.change([userId, entry.kind, entry.id], () => undefined).then(() => refetch())
  return (
    <>
      {waiting > 0 && <p className={classes.said}>{to('offline.unsent', { count: waiting })}</p>}
      {refused.length > 0 && (
        <section aria-labelledby="offline-refused">
          <h2 id="offline-refused" className={classes.title}>
            {to('offline.refusedTitle')}
          </h2>
          <ul className={classes.list}>
            {refused.map(entry => (
              <li key={`${entry.kind} ${entry.id}`} className={classes.row}>
                <div className={classes.words}>
                  <strong>{wordsOf(entry)}</strong>
                  <span>{entry.refusal && errorSentence(errorFrom(entry.refusal))}</span>
                </div>
                <Button variant="default" onClick={() => discard(entry)}>
                  {to('offline.discard')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

async function entriesOf(userId: string): Promise<UnsentEntry[]> {
  const entries = await browserTable.all(userId)
  if (entries.some(({ refusal }) => hasReason(refusal?.details))) await loadRefusals()
  return entries
}

/** Shows notes in full, because they are stored nowhere else. */
function wordsOf(entry: UnsentEntry): string {
  if (entry.kind === 'place') return to('offline.refusedPlace')
  const words = entry.action === 'create' ? entry.mark : entry.action === 'change' ? entry.change : null
  return (
    words?.note ?? (entry.action === 'create' ? entry.mark.locator?.text?.highlight : null) ?? to('offline.refusedMark')
  )
}
