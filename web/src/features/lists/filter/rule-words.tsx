import { useLibraries } from '../../libraries'
import type { Condition, ListKind } from '../question/question'
import { conditionWords } from './condition-words'

type Props = { readonly kind: ListKind; readonly condition: Condition; readonly className?: string | undefined }

/** A condition in words. */
export default function RuleWords({ kind, condition, className }: Props) {
  const libraries = useLibraries().data ?? []
  const names = (id: string) => libraries.find(library => library.id === id)?.name
  return <p className={className}>{conditionWords(condition, kind, names)}</p>
}
