/** The changed parts of a form. Others are not sent: somebody else may have changed them meanwhile. */
export function changedOnly<Values extends object>(before: Values, after: Values): Partial<Values> {
  const changed = (Object.keys(after) as (keyof Values)[]).filter(
    name => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  )
  return Object.fromEntries(changed.map(name => [name, after[name]])) as Partial<Values>
}
