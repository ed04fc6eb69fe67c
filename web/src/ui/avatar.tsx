import { addressOf } from '../api/address'
import classes from './avatar.module.css'

type Props = {
  readonly user: { readonly id: string; readonly username: string; readonly avatar?: string | null | undefined }
  /** In pixels. */
  readonly size: number
  /** A deactivated account. */
  readonly off?: boolean
}

/** A user's picture, or the first letter of the name. Decorative: the name is next to it. */
export function Avatar({ user, size, off = false }: Props) {
  const { id, username, avatar } = user
  const style = { width: size, height: size, fontSize: Math.round(size * 0.42) }
  return (
    <span className={classes.avatar} style={style} data-off={off} aria-hidden>
      {avatar ? (
        <img
          src={addressOf('/api/v1/users/{user_id}/avatar', { params: { user_id: id }, query: { v: avatar } })}
          alt=""
          width={size}
          height={size}
        />
      ) : (
        [...username][0]?.toLocaleUpperCase()
      )}
    </span>
  )
}
