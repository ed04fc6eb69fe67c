import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part'
import { type TemplateSubject, templateQuery } from './template.queries'

const TemplateText = lazyPart(() => import('./template-text'))

/** The text that an administrator's template makes of a series or book; nothing is fetched where there is no template. */
export function TemplatePart({ of }: { readonly of: TemplateSubject }) {
  const { data: template } = useQuery(templateQuery)
  if (!template) return null
  return (
    <Suspense fallback={null}>
      <TemplateText of={of} template={template} />
    </Suspense>
  )
}
