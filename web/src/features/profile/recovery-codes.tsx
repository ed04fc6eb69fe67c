import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { CopyButton } from '../../ui/copy-button'
import { Dialog } from '../../ui/dialog'
import form from '../../ui/form.module.css'
import { useServerName } from '../../ui/server-name'
import { tk } from '../auth/messages'
import classes from './second-factor.module.css'

type Props = { readonly codes: readonly string[]; readonly onDone: () => void }

/** Recovery codes, shown only once: closed by a confirmation that they were saved. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const name = useServerName()
  const save = () => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([`${name}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }))
    link.download = `${name} ${tk('second.codesFile')}.txt`
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <Dialog opened firm title={tk('second.codesTitle')} onClose={onDone}>
      <section className={form.form} role="status" aria-label={tk('second.codesTitle')}>
        <p>{tk('second.codesText')}</p>
        <ul className={classes.codes}>
          {codes.map(code => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className={classes.acts}>
          <CopyButton label={tk('second.codesTitle')} text={codes.join('\n')} />
          <Button variant="default" leftSection={<IconDownload size={18} stroke={1.7} />} onClick={save}>
            {tk('second.codesSave')}
          </Button>
        </div>
        <div className={form.buttons}>
          <Button onClick={onDone}>{tk('second.codesSaved')}</Button>
        </div>
      </section>
    </Dialog>
  )
}
