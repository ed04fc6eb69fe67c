import { Button } from '@mantine/core'
import { IconUnlink } from '@tabler/icons-react'
import { t } from '../../messages'
import { NoticePage } from '../../ui/notice-page'
import type { AddressProblem } from './list-state'

type Props = { readonly problems: readonly AddressProblem[]; readonly onGo: () => void }

/** An address with an invalid query: what is wrong, and a way to continue. */
export function InvalidAddressNotice({ problems, onGo }: Props) {
  return (
    <NoticePage
      level={2}
      role="alert"
      icon={<IconUnlink size={34} stroke={1.5} />}
      title={t('lists.invalidTitle')}
      actions={<Button onClick={onGo}>{t('lists.invalidIgnore')}</Button>}
    >
      {problems.map(problem => (
        <p key={problem.part}>
          {problem.part === 'filter'
            ? t(`lists.invalid.filter.${problem.fault.reason}`, { text: problem.fault.at })
            : t(`lists.invalid.${problem.part}`, { text: problem.text })}
        </p>
      ))}
      <p>{t('lists.invalidText')}</p>
    </NoticePage>
  )
}
