import '../../ui/fields.css'
import { Button, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import { currentLocale } from '../../messages'
import { labelled } from '../../messages/labelled'
import { ErrorNotice } from '../../ui/error-notice'
import { errorSentence } from '../../ui/error-sentence'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import { Segmented } from '../../ui/segmented'
import { toast } from '../../ui/toast'
import { Markdown } from './markdown'
import { tm } from './messages'
import { renderTemplate } from './render'
import { contextQuery, exampleQuery, TEMPLATE_KEY, type TemplateSubject, templateQuery } from './template.queries'
import { HELPERS } from './template-functions.rules'
import classes from './templates.module.css'
import { TEMPLATE_LIMITS, TemplateError } from './values.rules'

const EXAMPLES = {
  facts: '**{{metadata.title}}**{{#if metadata.year}} ({{metadata.year}}){{/if}}\n{{join metadata.genres " · "}}',
  people: '{{#each metadata.authors}}\n- {{name}}{{#if role}}: {{role}}{{/if}}\n{{/each}}',
  links: '{{#each externalIds}}\n- {{#if url}}[{{@key}}]({{url}}){{else}}{{@key}}: {{id}}{{/if}}\n{{/each}}',
} as const

/** The template for the pages of books and series, with a preview. */
export function TemplatePage() {
  usePageTitle(tm('template.title'))
  const { data, error, refetch } = useQuery(templateQuery)
  return (
    <Page wide title={tm('template.title')} line={tm('template.intro', { example: '{{metadata.title}}' })}>
      {error && data === undefined && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <Editor key={data} saved={data} />}
    </Page>
  )
}

function Editor({ saved }: { readonly saved: string }) {
  const [template, setTemplate] = useState(saved)
  const save = useMutation({
    mutationFn: () =>
      api.put('/api/v1/admin/settings/{setting_key}', {
        params: { setting_key: TEMPLATE_KEY },
        body: { value: template },
      }),
    onSuccess: () => {
      toast({ message: tm('template.saved') })
      return queryClient.invalidateQueries({ queryKey: queryKeys.settings })
    },
  })
  return (
    <div className={classes.editor}>
      <div className={classes.column}>
        <Textarea
          label={tm('template.label')}
          autosize
          minRows={10}
          maxRows={30}
          maxLength={TEMPLATE_LIMITS.size}
          spellCheck={false}
          classNames={{ input: classes.code ?? '' }}
          value={template}
          onChange={event => setTemplate(event.currentTarget.value)}
        />
        <div className={classes.buttons}>
          <span className={classes.quiet}>{labelled(tm('template.examples'), '')}</span>
          {(['facts', 'people', 'links'] as const).map(name => (
            <Button
              key={name}
              variant="subtle"
              size="compact-sm"
              onClick={() => setTemplate(now => (now.trim() ? `${now}\n\n${EXAMPLES[name]}` : EXAMPLES[name]))}
            >
              {tm(`template.example.${name}`)}
            </Button>
          ))}
        </div>
        <p className={classes.quiet}>
          {labelled(tm('template.helpers'), ['if', 'unless', 'each', 'with', ...Object.keys(HELPERS)].join(', '))}
        </p>
        {save.error && (
          <p role="alert" className={classes.error}>
            {errorSentence(save.error)}
          </p>
        )}
        <div>
          <Button disabled={template === saved} loading={save.isPending} onClick={() => save.mutate()}>
            {tm('template.save')}
          </Button>
        </div>
      </div>
      <Preview template={useDeferredValue(template)} />
    </div>
  )
}

function Preview({ template }: { readonly template: string }) {
  const [kind, setKind] = useState<TemplateSubject['kind']>('book')
  const { data: example } = useQuery(exampleQuery(kind))
  return (
    <section className={classes.column} aria-label={tm('template.preview')}>
      <div className={classes.head}>
        <h2 className={classes.title}>{tm('template.preview')}</h2>
        <Segmented
          label={tm('template.preview')}
          value={kind}
          onChange={setKind}
          choices={[
            { value: 'book', label: tm('template.book') },
            { value: 'series', label: tm('template.series') },
          ]}
        />
      </div>
      {example === null && <p className={classes.quiet}>{tm('template.none')}</p>}
      {example && <Rendered of={example} template={template} />}
    </section>
  )
}

function Rendered({ of, template }: { readonly of: TemplateSubject; readonly template: string }) {
  const { data } = useQuery(contextQuery(of))
  if (!data) return null
  try {
    const text = renderTemplate(template, data, currentLocale())
    if (text.trim() === '') return <p className={classes.quiet}>{tm('template.empty')}</p>
    return (
      <div className={classes.sheet}>
        <Markdown text={text} />
      </div>
    )
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    return (
      <p role="alert" className={classes.error}>
        {sentenceOf(error)}
      </p>
    )
  }
}

function sentenceOf({ reason, detail }: TemplateError): string {
  if (reason === 'syntax' || reason === 'helper') return tm(`template.error.${reason}`, { detail })
  return tm(`template.error.${reason}`)
}
