// Requests for the profile picture, and for child profiles, each with a profile of its own.
import { pngImage } from '../../kit/images'
import { jsonInit } from './objects'
import type { Person } from './people'

const PROFILES = '/api/v1/user/profiles'

export function accountActs({ as }: Person): Readonly<Record<string, () => Promise<Response>>> {
  const added = async (username: string) =>
    (await as.post<{ id: string }>(PROFILES, { username: `child-to-${username}`, ageLimit: 9 })).id
  const upload = async () => {
    const body = new FormData()
    body.append('file', new Blob([Buffer.from(await pngImage({ width: 60, height: 90 }, '#123456'))]), 'me.png')
    return as.fetch('/api/v1/user/avatar', { method: 'POST', body })
  }
  return {
    upload_avatar: upload,
    delete_avatar: async () => {
      await upload()
      return as.fetch('/api/v1/user/avatar', { method: 'DELETE' })
    },
    update_child_profile: async () =>
      as.fetch(`${PROFILES}/${await added('change')}`, jsonInit({ ageLimit: 12 }, 'PATCH')),
    delete_child_profile: async () => as.fetch(`${PROFILES}/${await added('delete')}`, { method: 'DELETE' }),
    switch_to_child_profile: async () => as.fetch(`${PROFILES}/${await added('enter')}/switch`, { method: 'POST' }),
  }
}
