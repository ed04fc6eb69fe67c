import { useQuery } from '@tanstack/react-query'
import { useSession } from '../auth'

/** A book may be removed from the device by its menu. */
const CHECK_EVERY = 5000

/** Downloaded books of the signed-in person; requested only if `isWanted`. */
export function useBooksOnDevice(isWanted: boolean) {
  const user = useSession()
  const userId = user && !user.seenBy ? user.id : ''
  return useQuery({
    queryKey: ['device', 'books', userId],
    queryFn: async () => (await import('./books-on-device')).booksOnDevice(userId),
    enabled: isWanted && userId !== '',
    refetchInterval: CHECK_EVERY,
  })
}
