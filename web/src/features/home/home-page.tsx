import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconLayoutRows } from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { useReachable } from '../../api/connection'
import { ROWS_IN_SIGHT } from '../../early/early-rows'
import { t } from '../../messages'
import { ErrorNotice } from '../../ui/error-notice'
import { IconButton } from '../../ui/icon-button'
import { lazyPart } from '../../ui/lazy-part'
import { NoticePage } from '../../ui/notice-page'
import { useFirstCovers } from '../../ui/opening'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import { ShelfSkeleton } from '../../ui/shelf-skeleton'
import { useScrollBack } from '../../ui/use-scroll-back'
import { useLibraries } from '../libraries'
import { useBooksOnDevice } from '../offline/use-books-on-device'
import { homeQuery, presetsQuery } from '../presets'
import { DeviceRows } from './device-rows'
import { EmptyHome } from './empty-home'
import { askedRows, filled, shownRows } from './home.queries'
import classes from './home-page.module.css'
import { HomeRow } from './home-row'

const CustomiseHome = lazyPart(() => import('./customise-home'))

export function HomePage() {
  usePageTitle(t('home.title'))
  const libraries = useLibraries()
  const home = useQuery(homeQuery)
  const presets = useQuery(presetsQuery)
  const rows = home.data && presets.data ? shownRows(home.data.rows, presets.data) : []
  const left = useScrollBack()
  const mayGoOn = useFirstCovers() || left > 0
  const asked = mayGoOn ? rows.length : askedRows(rows)
  const answers = useQueries({
    queries: rows.map(({ query, preset }, at) => ({ ...query, enabled: !preset?.problem && at < asked })),
  })
  const failed = [home, presets].find(one => one.isError && !one.data)
  const allFailed = answers.length > 0 && answers.every(one => one.isError && !one.data) ? answers[0] : undefined
  const retry = () => {
    for (const one of [home, presets, ...answers]) if (one.isError) void one.refetch()
  }
  const isOffline = !useReachable()
  const onDevice = useBooksOnDevice(isOffline)
  const books = (isOffline && onDevice.data) || []
  const error = failed?.error ?? allFailed?.error
  if (error && books.length === 0 && !onDevice.isLoading) return <ErrorNotice error={error} onRetry={retry} level={1} />

  // From the top: a late row would shift those below it.
  const late = answers.findIndex((one, at) => one.isPending && !rows[at]?.preset?.problem)
  const isWhole = home.data && presets.data && late < 0
  const there = isWhole ? rows : rows.slice(0, Math.max(0, late))
  const ready = !onDevice.isLoading && (isWhole || there.some((_, at) => answers[at]?.data?.length !== 0))
  const nothing = isWhole && rows.every(({ preset }, at) => !preset && answers[at]?.data?.length === 0)
  const isEmpty = libraries.data?.every(library => (library.bookCount ?? 0) === 0)
  return (
    <Page
      title={t('home.title')}
      aside={
        <Customise>
          {open => (
            <IconButton label={t('home.customise')} onClick={open}>
              <IconAdjustmentsHorizontal size={21} stroke={1.7} />
            </IconButton>
          )}
        </Customise>
      }
    >
      <div className={classes.rows}>
        {books.length > 0 ? (
          // Without the server, what is not on this device could not be opened.
          <DeviceRows books={books} />
        ) : ready ? (
          <>
            {nothing &&
              (isEmpty === false ? (
                <NoticePage
                  level={2}
                  icon={<IconLayoutRows size={34} stroke={1.5} />}
                  title={t('home.noRows')}
                  actions={<Customise>{open => <Button onClick={open}>{t('home.customise')}</Button>}</Customise>}
                >
                  {t('home.noRowsText')}
                </NoticePage>
              ) : (
                <EmptyHome />
              ))}
            {there.map((shown, at) => {
              const answer = answers[at]
              const isOut = isOffline && answer?.isError
              return (
                answer &&
                !isOut && (
                  <HomeRow
                    key={`${shown.row.kind} ${shown.row.presetId ?? ''}`}
                    shown={shown}
                    items={answer.data ?? null}
                    eager={filled(answers.slice(0, at)) < ROWS_IN_SIGHT}
                    onRetry={() => void answer.refetch()}
                  />
                )
              )
            })}
          </>
        ) : (
          <>
            <ShelfSkeleton />
            <ShelfSkeleton />
          </>
        )}
      </div>
    </Page>
  )
}

/** A button with the settings of the page; apart from it, so that opening them does not render the rows again. */
function Customise({ children }: { readonly children: (open: () => void) => ReactNode }) {
  const [opened, setOpened] = useState<boolean | null>(null)
  return (
    <>
      {children(() => setOpened(true))}
      {opened !== null && (
        <Suspense>
          <CustomiseHome opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
