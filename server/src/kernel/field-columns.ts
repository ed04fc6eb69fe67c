import { editedFields, type FieldRegistry, type RowValueOf } from '@octavo/contract/fields'

/** The column of each field: `{ readingDirection: 'reading_direction' }`. */
export type FieldColumns = Readonly<Record<string, string>>

/** A row that has the columns. */
export type RowOf<Columns extends FieldColumns> = Readonly<Record<Columns[keyof Columns], unknown>>

/** The values of a row by field name. */
export type ValuesIn<Columns extends FieldColumns, Row extends RowOf<Columns>> = {
  readonly [Name in keyof Columns]: Row[Columns[Name]]
}

/** The values of a row. */
export function valuesOf<const Columns extends FieldColumns, Row extends RowOf<Columns>>(
  columns: Columns,
  row: Row,
): ValuesIn<Columns, Row>
export function valuesOf(columns: FieldColumns, row: Readonly<Record<string, unknown>>): object {
  const values: Record<string, unknown> = {}
  for (const name in columns) values[name] = row[columns[name] ?? '']
  return values
}

/** Values by column. */
export function columnsOf<
  const Columns extends FieldColumns,
  Values extends { readonly [Name in keyof Columns]: unknown },
>(columns: Columns, values: Values): { readonly [Name in keyof Columns as Columns[Name]]: Values[Name] }
export function columnsOf(columns: FieldColumns, values: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [column, values[name]]))
}

/** The columns of those values that every list row has, in contract order. */
export function rowColumns<
  const Registry extends FieldRegistry,
  const Columns extends Readonly<Record<RowValueOf<Registry>, string>>,
>(registry: Registry, columns: Columns): Pick<Columns, RowValueOf<Registry>>
export function rowColumns(registry: FieldRegistry, columns: FieldColumns): object {
  const inRow = editedFields(registry)
    .filter(({ isPlain, isInRow }) => isPlain && isInRow)
    .toSorted((a, b) => a.bit - b.bit)
  return Object.fromEntries(inRow.map(({ name }) => [name, columns[name]]))
}
