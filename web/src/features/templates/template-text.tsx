import { useQuery } from '@tanstack/react-query'
import { currentLocale } from '../../messages'
import { Markdown } from './markdown'
import { renderTemplate } from './render'
import { contextQuery, type TemplateSubject } from './template.queries'
import classes from './templates.module.css'

/** A series or book rendered by the template. Readers see nothing of a failing template. */
export default function TemplateText({ of, template }: { readonly of: TemplateSubject; readonly template: string }) {
  const { data } = useQuery(contextQuery(of))
  const text = data ? renderedOrEmpty(template, data) : ''
  if (text.trim() === '') return null
  return (
    <section className={classes.text}>
      <Markdown text={text} />
    </section>
  )
}

function renderedOrEmpty(template: string, data: object): string {
  try {
    return renderTemplate(template, data, currentLocale())
  } catch {
    return ''
  }
}
