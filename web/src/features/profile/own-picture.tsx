import { Button, FileButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { UserInfo } from '../../api/types'
import { Avatar } from '../../ui/avatar'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { toast } from '../../ui/toast'
import { tk } from '../auth/messages'
import classes from './profile-page.module.css'

const KINDS = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** The user's profile picture. */
export function OwnPicture({ user }: { readonly user: UserInfo }) {
  const change = useMutation({
    mutationFn: async (file: File | null) => {
      if (file === null) return api.delete('/api/v1/user/avatar')
      const body = new FormData()
      body.append('file', file)
      return api.post('/api/v1/user/avatar', { body })
    },
    onSuccess: (_, file) => {
      toast({ message: tk(file ? 'account.pictureSaved' : 'account.pictureDeleted') })
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.me }),
        queryClient.invalidateQueries({ queryKey: queryKeys.users }),
      ])
    },
  })
  return (
    <div className={classes.picture}>
      <Avatar user={user} size={88} />
      <div className={classes.pictureChoice}>
        <div className={classes.pictureButtons} data-row>
          <FileButton accept={KINDS} onChange={file => file && change.mutate(file)}>
            {props => (
              <Button variant="default" loading={change.isPending} {...props}>
                {tk('account.pictureChoose')}
              </Button>
            )}
          </FileButton>
          {user.avatar && (
            <Button variant="subtle" disabled={change.isPending} onClick={() => change.mutate(null)}>
              {tk('account.pictureDelete')}
            </Button>
          )}
        </div>
        <p className={classes.pictureHint}>{tk('account.pictureHint')}</p>
        {change.error && (
          <p role="alert" className={form.error}>
            {errorSentence(change.error)}
          </p>
        )}
      </div>
    </div>
  )
}
