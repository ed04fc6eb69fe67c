import { useQuery } from '@tanstack/react-query'
import { lazyPart } from '../../ui/lazy-part'
import { contextQuery, type TemplateSubject, templateQuery } from './template.queries'

const TemplateText = lazyPart(() => import('./template-text'))

/** The text that an administrator's template makes of a series or book; nothing is fetched where there is no template. Suspends. */
export function TemplatePart({ of }: { readonly of: TemplateSubject }) {
  const { data: template } = useQuery(templateQuery)
  return template ? <TemplateText of={of} template={template} /> : null
}

/** What it shows, asked for before it is loaded. */
export function useTemplatePart(of: TemplateSubject) {
  const template = useQuery(templateQuery)
  return [template, useQuery({ ...contextQuery(of), enabled: Boolean(template.data) })] as const
}
