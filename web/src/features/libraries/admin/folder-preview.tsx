import { useDebouncedValue } from '@mantine/hooks'
import { IconBooks, IconEyeSearch, IconMoodEmpty } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { t } from '../../../messages'
import { errorSentence, refusalOf } from '../../../ui/error-sentence'
import { previewQuery } from '../libraries.queries'
import { isSame, sampleTitles } from './folder.rules'
import classes from './folder-preview.module.css'

/** Maximum number of named series; the others are counted. */
const mostNamed = 40

/** Debounce after typing. */
const pauseMs = 300

type Props = {
  readonly paths: readonly string[]
  /** Naming and files, as in a request; null while incomplete. */
  readonly rules: object | null
}

/** A preview of folders as a library: their series, with a few books of each. */
export function FolderPreview({ paths, rules }: Props) {
  const [asked] = useDebouncedValue(rules, pauseMs)
  const { data, error, isFetching } = useQuery({
    ...previewQuery(paths, asked ?? {}),
    enabled: paths.length > 0 && asked !== null,
    // Of the same folders: other rules change a few lines, other folders all.
    placeholderData: (last, query) => (isSame(query?.queryKey[1] ?? [], paths) ? keepPreviousData(last) : undefined),
  })
  // The browser next to it says why its folder can't be opened.
  const isReported = paths.length === 1 && refusalOf(error)?.startsWith('folder_')
  return (
    <section className={classes.preview} aria-label={t('preview.label')} aria-busy={isFetching}>
      <h2 className={classes.title}>{t('preview.label')}</h2>
      <div className={classes.box}>
        {paths.length === 0 || isReported ? (
          <Note icon={<IconEyeSearch size={26} stroke={1.5} />}>{t('preview.choose')}</Note>
        ) : error ? (
          <Note icon={<IconMoodEmpty size={26} stroke={1.5} />}>{errorSentence(error)}</Note>
        ) : !data ? (
          <Note icon={<IconEyeSearch size={26} stroke={1.5} />}>{t('preview.loading')}</Note>
        ) : data.totalFiles === 0 ? (
          <Note icon={<IconMoodEmpty size={26} stroke={1.5} />}>{t('preview.empty')}</Note>
        ) : (
          <>
            <p className={classes.sum} role="status">
              <IconBooks size={20} stroke={1.6} aria-hidden />
              {data.detectedSeries.length === data.totalFiles
                ? t('books.count', { count: data.totalFiles })
                : t('preview.sum', {
                    books: t('books.count', { count: data.totalFiles }),
                    series: t('series.count', { count: data.detectedSeries.length }),
                  })}
            </p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it has to be reachable by keyboard */}
            <section className={classes.scroll} tabIndex={0} aria-label={t('libraries.showSeries')}>
              <ul className={classes.series}>
                {sampleTitles(data, mostNamed).map(({ series, titles }) => (
                  <li key={series.path ?? series.name}>
                    <span className={classes.name}>{series.name}</span>
                    <span className={classes.count}>{t('books.count', { count: series.bookCount })}</span>
                    {(series.bookCount > 1 || titles[0] !== series.name) && (
                      <span className={classes.samples}>{titles.slice(0, 2).join(', ')}</span>
                    )}
                  </li>
                ))}
                {data.detectedSeries.length > mostNamed && (
                  <li className={classes.samples}>
                    {t('preview.more', { count: data.detectedSeries.length - mostNamed })}
                  </li>
                )}
              </ul>
            </section>
          </>
        )}
      </div>
    </section>
  )
}

function Note({ icon, children }: { readonly icon: React.ReactNode; readonly children: React.ReactNode }) {
  return (
    <div className={classes.note} role="status">
      <span aria-hidden>{icon}</span>
      {children}
    </div>
  )
}
