import { useMutation } from '@tanstack/react-query'
import { errorSentence } from '../../ui/error-sentence'
import { withMessages } from '../../ui/lazy-part'
import { toast } from '../../ui/toast'
import { freshenWanted, type Wantable } from './wantable'

export type { Wantable } from './wantable'

/** Adds it to the queue, or removes it, with undo. */
export function useWanted(of: Wantable) {
  return useMutation({
    mutationFn: async (wanted: boolean) => (await withMessages(() => import('./change-queue'))).setWanted(of, wanted),
    onError: error => toast({ message: errorSentence(error), tone: 'bad' }),
    onSettled: freshenWanted,
  })
}
