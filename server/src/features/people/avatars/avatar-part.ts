import { z } from 'zod'
import { timestamp } from '../../../kernel/clock'
import type { DataPart } from '../../../platform/data-part'
import { storedAvatar } from './avatars.store'
import { type AvatarMaker, makeAvatar } from './make-avatar'
import { saveAvatar } from './save-avatar'

/** Characters of a picture in Base64: far more than a small square needs. */
const MOST_CHARACTERS = 512 * 1024

const PictureRow = z.object({
  picture: z.base64().min(1).max(MOST_CHARACTERS),
  updatedAt: z.iso.datetime({ offset: true }),
})
type PictureRow = z.infer<typeof PictureRow>

export interface AvatarPartDeps extends AvatarMaker {
  /** Notifies all processes that accounts have changed. */
  readonly announce: () => void
}

/** A user's profile picture: at most one row. An imported one is made again, as an uploaded one is. */
export function avatarPart(deps: AvatarPartDeps): DataPart<PictureRow> {
  return {
    name: 'profile-picture',
    row: PictureRow,
    async *rows(reader, viewer) {
      const stored = await storedAvatar(reader, viewer.userPk)
      if (stored) yield [{ picture: stored.picture, updatedAt: timestamp(stored.updated_at) }]
    },
    async judge({ reader, viewer, now }, rows) {
      const here = await storedAvatar(reader, viewer.userPk)
      return rows.map(({ picture, updatedAt }, at) => {
        const time = Date.parse(updatedAt)
        if (at > 0 || time < 0 || time > now) return 'invalid'
        if (here && (here.picture === picture || here.updated_at === time)) return 'known'
        return here && here.updated_at > time ? 'newer' : 'taken'
      })
    },
    async save({ viewer, now, write }, rows) {
      for (const { picture, updatedAt } of rows) {
        const made = await makeAvatar(deps, Buffer.from(picture, 'base64'))
        await write(tx => saveAvatar(tx, viewer, viewer.userPk, { made, now, chosenAt: Date.parse(updatedAt) }))
        deps.announce()
      }
      return []
    },
  }
}
