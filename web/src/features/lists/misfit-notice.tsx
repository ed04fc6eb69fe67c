import { Button } from '@mantine/core'
import { IconUnlink } from '@tabler/icons-react'
import { t } from '../../messages'
import { NoticePage } from '../../ui/notice-page'
import type { Misfit } from './list-state'

type Props = { readonly misfits: readonly Misfit[]; readonly onGo: () => void }

/** An address that asks for something that does not exist: what it is, and a way on. */
export function MisfitNotice({ misfits, onGo }: Props) {
  return (
    <NoticePage
      level={2}
      role="alert"
      icon={<IconUnlink size={34} stroke={1.5} />}
      title={t('lists.invalidTitle')}
      actions={<Button onClick={onGo}>{t('lists.invalidIgnore')}</Button>}
    >
      {misfits.map(misfit => (
        <p key={misfit.part}>
          {misfit.part === 'filter'
            ? t(`lists.invalid.filter.${misfit.slip.reason}`, { text: misfit.slip.at })
            : t(`lists.invalid.${misfit.part}`, { text: misfit.text })}
        </p>
      ))}
      <p>{t('lists.invalidText')}</p>
    </NoticePage>
  )
}
