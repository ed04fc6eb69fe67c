import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { sessionQuery } from '../auth'
import { loadSeeingMessages } from './messages'

const Bar = lazy(async () => {
  const [bar] = await Promise.all([import('./bar'), loadSeeingMessages()])
  return bar
})

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
