import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'

/** Enabled protocols and their paths. */
export const protocolsQuery = queryOptions({
  queryKey: [...queryKeys.settings, 'public', 'protocols'],
  queryFn: async ({ signal }) => {
    const settings = await api.get('/api/v1/settings/public', { signal })
    const isOn = (key: string) => settings[key]?.value === 'true'
    return {
      komga: isOn('komga.enabled') ? (settings['komga.prefix']?.value ?? null) : null,
      koreader: isOn('koreader.enabled'),
    }
  },
  staleTime: 60_000,
})
