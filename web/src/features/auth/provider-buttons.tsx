import { Button } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { beginByProvider, providersQuery } from './account.queries'
import { Failed } from './failed'
import { tk } from './messages'
import classes from './provider-buttons.module.css'

/** One button per identity provider; nothing without any. */
export function ProviderButtons({ next }: { readonly next: string }) {
  const { data: providers = [] } = useQuery(providersQuery)
  const begin = useMutation({
    mutationFn: (name: string) => beginByProvider(name, next),
    onSuccess: address => location.assign(address),
  })
  if (providers.length === 0) return null
  const goesTo = begin.isPending || begin.isSuccess ? begin.variables : null
  return (
    <div className={classes.providers}>
      <p className={classes.or}>
        <span>{tk('account.orBy')}</span>
      </p>
      <Failed error={begin.error} />
      {providers.map(({ name, displayName }) => (
        <Button
          key={name}
          variant="default"
          size="md"
          fullWidth
          leftSection={<IconShieldLock size={20} stroke={1.7} />}
          loading={goesTo === name}
          disabled={goesTo !== null && goesTo !== name}
          onClick={() => begin.mutate(name)}
        >
          {tk('account.signInWith', { name: displayName })}
        </Button>
      ))}
    </div>
  )
}
