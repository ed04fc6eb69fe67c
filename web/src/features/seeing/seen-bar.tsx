import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part'
import { sessionQuery } from '../auth'
import { loadSeeingMessages } from './messages'

const Bar = lazyPart(() => import('./bar'), loadSeeingMessages)

/** On every page while everything is seen as somebody else; nothing otherwise. */
export function SeenBar() {
  const { data: user } = useQuery({ ...sessionQuery, enabled: false })
  if (!user?.seenBy) return null
  return (
    <Suspense fallback={null}>
      <Bar name={user.username} endsAt={user.seenBy.endsAt} />
    </Suspense>
  )
}
