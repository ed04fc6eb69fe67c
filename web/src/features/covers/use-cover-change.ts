import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '../../messages'
import { errorSentence } from '../../ui/error-sentence'
import { toast } from '../../ui/toast'
import { sourceName } from './cover-choices'
import {
  type CoverDto,
  type CoverSubject,
  coverLockQuery,
  coversQuery,
  keyOf,
  lockCover,
  resetCover,
  selectCover,
} from './covers.queries'
import { tc } from './messages'

export interface Change {
  readonly act: () => Promise<unknown>
  readonly from?: 'sources'
  /** Said at its end; a lock says so itself. */
  readonly said?: 'changed' | 'cropped' | 'deleted' | undefined
  /** Undoes it, if that is not showing the cover from before. */
  readonly back?: () => Promise<unknown>
}

/** The selected cover, and whether it is locked. */
interface Shown {
  readonly cover: CoverDto | undefined
  readonly isLocked: boolean | null | undefined
}

/** Changes the covers of a subject, with an undo afterwards. A deleted picture does not come back. */
export function useCoverChange(subject: CoverSubject) {
  const client = useQueryClient()
  return useMutation({
    // A picture dropped during a change waits for its end.
    scope: { id: `covers of ${subject.id}` },
    mutationFn: async ({ act }: Change) => {
      const before = shownNow(client, subject)
      await act()
      return before
    },
    onSettled: async (before, _, { said, back }) => {
      await refresh(client, subject)
      if (!before || !said) return
      const undo = back ?? (() => showAgain(subject, before))
      tell(client, subject, said, said === 'deleted' || !before.cover ? null : undo)
    },
  })
}

function shownNow(client: QueryClient, subject: CoverSubject): Shown {
  const covers = client.getQueryData(coversQuery(subject).queryKey)
  const isLocked = client.getQueryData(coverLockQuery(subject).queryKey)
  return { cover: covers?.find(({ isSelected }) => isSelected), isLocked }
}

async function showAgain(subject: CoverSubject, { cover, isLocked }: Shown): Promise<void> {
  if (!cover) return
  await (cover.id === subject.id ? resetCover(subject) : selectCover(subject, cover.id))
  // Choosing a cover locks it, resetting unlocks it.
  if (typeof isLocked === 'boolean') await lockCover(subject, isLocked)
}

function tell(
  client: QueryClient,
  subject: CoverSubject,
  said: NonNullable<Change['said']>,
  undo: (() => Promise<unknown>) | null,
): void {
  const { cover } = shownNow(client, subject)
  if (!cover) return
  const words = said === 'changed' && subject.kind === 'name' ? 'pictureChanged' : said
  const run = async () => {
    try {
      await undo?.()
      await refresh(client, subject)
      tell(client, subject, said === 'cropped' ? said : 'changed', null)
    } catch (error) {
      toast({ message: errorSentence(error), tone: 'bad' })
    }
  }
  toast({
    message: tc(`covers.said.${words}`, { source: sourceName(subject, cover) }),
    ...(undo && { action: { label: t('action.undo'), run: () => void run() } }),
  })
}

/** Everything that shows the cover. */
async function refresh(client: QueryClient, subject: CoverSubject): Promise<void> {
  const { kind } = subject
  const queryKeys = [
    keyOf(subject),
    [kind === 'library' ? 'libraries' : 'books'],
    ['series'],
    ...(kind === 'name' ? [['names']] : []),
  ]
  await Promise.all(queryKeys.map(queryKey => client.invalidateQueries({ queryKey })))
}
