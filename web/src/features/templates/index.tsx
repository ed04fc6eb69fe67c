import { useQuery } from '@tanstack/react-query'
import { lazyPart } from '../../ui/lazy-part'
import { contextQuery, type TemplateSubject, templateQuery } from './template.queries'

const TemplateText = lazyPart(() => import('./template-text'))

/** A series or book rendered by the administrator's template; fetches nothing without a template. Suspends. */
export function TemplatePart({ of }: { readonly of: TemplateSubject }) {
  const { data: template } = useQuery(templateQuery)
  return template ? <TemplateText of={of} template={template} /> : null
}

/** Prefetches its data. */
export function useTemplatePart(of: TemplateSubject, enabled = true) {
  const template = useQuery({ ...templateQuery, enabled })
  return [template, useQuery({ ...contextQuery(of), enabled: Boolean(template.data) })] as const
}
