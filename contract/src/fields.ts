import type { Permission } from './access'

/**
 * One field of a book or series: everything that lists, forms and locks know about it. Each part is absent where the
 * field has none of it. The entries are in `book-fields.ts` and `series-fields.ts`; SQL is the server's, labels are
 * the web app's, both checked to have every field.
 */
export interface Field {
  readonly filter?: FieldFilter
  readonly sort?: FieldSort
  readonly column?: FieldColumn
  readonly edit?: FieldEdit
  readonly lock?: FieldLock
  /** A member of every list row, under its edit name. */
  readonly row?: true
  /** Its member in a file's metadata: ComicInfo, OPF, PDF information. */
  readonly file?: string
}

/** Its operators in conditions, and its control in the filter panel. */
export type FieldFilter = ListFieldKind & {
  /** Its section in the filter panel, initially open or closed. Absent: condition builder only. */
  readonly panel?: 'open' | 'closed'
  /** The values offered for its text, though a condition may contain any. */
  readonly words?: readonly string[]
  /** Its values can be listed with their counts. */
  readonly values?: true
  /** Reveals who may see what, so only for people who decide that. */
  readonly guard?: Permission
  /** Changes as people read or rate. */
  readonly ofReader?: true
  /** Without a label: used only by conditions from addresses. */
  readonly hidden?: true
}

export type ListFieldKind =
  | { readonly family: 'text' | 'uuid' | 'bool' | 'number' | 'date' }
  | { readonly family: 'choice'; readonly choices: readonly string[] }

export interface FieldSort {
  readonly name: string
  /** Alternative names for clients. */
  readonly also?: readonly string[]
  /** The type of its directions' labels; absent if only one direction makes sense. */
  readonly way?: 'name' | 'date' | 'number'
  /** Descending by default. */
  readonly down?: true
}

/** Its table column. */
export interface FieldColumn {
  readonly id: string
  /** Minimum width in pixels. */
  readonly width: number
  /** How a value is formatted; `own`: the table has a special cell. */
  readonly show: 'plain' | 'number' | 'number-if-any' | 'date' | 'size' | 'own'
  /** Its member in the list row, if not the field's name. */
  readonly wire?: string
  /** Text is aligned left, numbers right. */
  readonly text?: true
  /** Shown by default. */
  readonly usual?: true
}

/** How a person edits it: in the form, and in a PATCH. */
export type FieldEdit = FieldValue & {
  readonly section: EditSection
  /** Its name in requests and the form, if not the field's name. */
  readonly name?: string
  /** Takes the full width of the form. */
  readonly wide?: true
  /** Can be set in bulk edits. */
  readonly bulk?: true
  /** When cleared, the library's naming rules set it. */
  readonly byRules?: true
}

export type EditSection = 'names' | 'about' | 'people' | 'publication' | 'place'

/** The value's type by its limits; see `metadata-fields.ts`. `list` is comma-separated text. */
export type FieldValue =
  | { readonly value: 'line' | 'prose' | 'language' | 'year' | 'count' | 'flag' }
  | { readonly value: 'list' | 'labels' | 'people' }
  | { readonly value: 'whole'; readonly min: number; readonly max?: number }
  | { readonly value: 'decimal'; readonly format: 'float' | 'double' }
  | { readonly value: 'choice'; readonly choices: readonly string[] }

export interface FieldLock {
  /** Its name in answers and requests, if not the edit's. */
  readonly name?: string
  /** Its bit in the column `locks`: a new one takes the next. Absent: it has its own column. */
  readonly bit?: number
}

export type FieldRegistry = Readonly<Record<string, Field>>

/** Values stored unchanged in one column. */
export type PlainValue = 'line' | 'prose' | 'language' | 'year' | 'count' | 'flag' | 'whole' | 'decimal' | 'choice'

type NameIn<Face, Otherwise> = Face extends { readonly name: infer Name extends string } ? Name : Otherwise

/** Names of fields that have a part. */
export type FieldWith<Registry extends FieldRegistry, Part extends keyof Field> = {
  [Name in keyof Registry]: Registry[Name] extends { readonly [_ in Part]: unknown } ? Name : never
}[keyof Registry] &
  string

/** Operators in conditions, by field. */
export type FiltersOf<Registry extends FieldRegistry> = {
  readonly [Name in FieldWith<Registry, 'filter'>]: Registry[Name] extends { readonly filter: infer Filter }
    ? Filter
    : never
}

/** Fields whose values can be listed. */
export type ValueFieldOf<Registry extends FieldRegistry> = {
  [Name in keyof Registry]: Registry[Name] extends { readonly filter: { readonly values: true } } ? Name : never
}[keyof Registry] &
  string

/** The preferred names of sorts. */
export type SortOf<Registry extends FieldRegistry> = Registry[keyof Registry] extends infer Entry
  ? Entry extends { readonly sort: { readonly name: infer Name extends string } }
    ? Name
    : never
  : never

/** Values stored unchanged, by edit name. Null: none. */
export type PlainValuesOf<Registry extends FieldRegistry> = {
  readonly [Name in keyof Registry as PlainName<Registry[Name], Name>]: ValueOf<Registry[Name]> | null
}
/** Plain fields by edit name, with their edit. */
export type PlainEditsOf<Registry extends FieldRegistry> = {
  readonly [Name in keyof Registry as PlainName<Registry[Name], Name>]: Registry[Name] extends {
    readonly edit: infer Edit
  }
    ? Edit
    : never
}
type PlainName<Entry, Name> = Entry extends { readonly edit: infer Edit }
  ? Edit extends { readonly byRules: true }
    ? never
    : Edit extends { readonly value: PlainValue }
      ? NameIn<Edit, Name>
      : never
  : never
type ValueOf<Entry> = Entry extends { readonly edit: { readonly value: infer Value } }
  ? Value extends 'flag'
    ? boolean
    : Value extends 'line' | 'prose' | 'language' | 'choice'
      ? string
      : number
  : never

/** The plain values of every list row. */
export type RowValueOf<Registry extends FieldRegistry> = {
  [Name in keyof Registry]: Registry[Name] extends { readonly row: true } ? PlainName<Registry[Name], Name> : never
}[keyof Registry] &
  string

/** Edit names of fields. */
export type EditNameOf<Registry extends FieldRegistry> = {
  [Name in keyof Registry]: Registry[Name] extends { readonly edit: infer Edit } ? NameIn<Edit, Name> : never
}[keyof Registry] &
  string

/** Plain values that are neither in files nor in list rows. */
export type OwnNameOf<Registry extends FieldRegistry> = {
  [Name in keyof Registry]: Registry[Name] extends { readonly file: string } | { readonly row: true }
    ? never
    : PlainName<Registry[Name], Name>
}[keyof Registry] &
  string

/** Members of a file's metadata with a field. */
export type FileKeyOf<Registry extends FieldRegistry> = Registry[keyof Registry] extends infer Entry
  ? Entry extends { readonly file: infer Key extends string }
    ? Key
    : never
  : never

/** Names of locks with a bit. */
export type LockBitOf<Registry extends FieldRegistry> = {
  [Name in keyof Registry]: Registry[Name] extends { readonly lock: { readonly bit: number } }
    ? LockName<Registry[Name], Name>
    : never
}[keyof Registry] &
  string
/** Names of all locks. */
export type LockOf<Registry extends FieldRegistry> = {
  [Name in keyof Registry]: Registry[Name] extends { readonly lock: FieldLock } ? LockName<Registry[Name], Name> : never
}[keyof Registry] &
  string
type LockName<Entry, Name> = Entry extends { readonly lock: infer Lock }
  ? NameIn<Lock, Entry extends { readonly edit: infer Edit } ? NameIn<Edit, Name> : Name>
  : never

const PLAIN: readonly FieldValue['value'][] = [
  'line',
  'prose',
  'language',
  'year',
  'count',
  'flag',
  'whole',
  'decimal',
  'choice',
] satisfies PlainValue[]

/** An editable field, with its names. */
export type EditedField = FieldEdit & {
  readonly field: string
  readonly name: string
  readonly lock: string
  /** The bit of its lock; -1 for its own column. */
  readonly bit: number
  /** Stored unchanged, in one column. */
  readonly isPlain: boolean
  readonly isInRow: boolean
}

/** The editable fields in the order of the registry, which is that of the form. */
export function editedFields(registry: FieldRegistry): readonly EditedField[] {
  return Object.entries(registry).flatMap(([field, { edit, lock, row }]) => {
    if (!edit) return []
    const name = edit.name ?? field
    const isPlain = PLAIN.includes(edit.value) && !edit.byRules
    return [{ ...edit, field, name, lock: lock?.name ?? name, bit: lock?.bit ?? -1, isPlain, isInRow: row ?? false }]
  })
}

/** Names of locks with a bit, in the order of the bits. */
export function lockBits<Registry extends FieldRegistry>(registry: Registry): readonly LockBitOf<Registry>[] {
  return locksOf(registry).flatMap(({ name, bit }) => (bit < 0 ? [] : [name as LockBitOf<Registry>]))
}

/** Names of values stored unchanged. */
export function plainNames<Registry extends FieldRegistry>(
  registry: Registry,
): readonly (keyof PlainValuesOf<Registry> & string)[]
export function plainNames(registry: FieldRegistry): readonly string[] {
  return editedFields(registry).flatMap(({ name, isPlain }) => (isPlain ? [name] : []))
}

/** All of them cleared. */
export function noValues<Registry extends FieldRegistry>(
  registry: Registry,
): { readonly [Name in keyof PlainValuesOf<Registry>]: null }
export function noValues(registry: FieldRegistry): object {
  return Object.fromEntries(plainNames(registry).map(name => [name, null]))
}

/** Each lock with its field, by edit name. */
export function lockedFields(registry: FieldRegistry): readonly (readonly [lock: string, field: string])[] {
  return Object.entries(registry).flatMap(([field, { lock, edit }]) => {
    const name = edit?.name ?? field
    return lock ? [[lock.name ?? name, name] as const] : []
  })
}

/** The editable fields that files may have, by edit name, with the member of a file's metadata. */
export function fieldsOfFiles<Registry extends FieldRegistry>(
  registry: Registry,
): readonly (readonly [name: string, key: FileKeyOf<Registry>])[] {
  return Object.entries(registry).flatMap(([field, { file, edit }]) =>
    file && edit ? [[edit.name ?? field, file as FileKeyOf<Registry>] as const] : [],
  )
}

/** Each lock with the member of a file's metadata that it overrides. */
export function lockedByFile<Registry extends FieldRegistry>(
  registry: Registry,
): readonly (readonly [lock: LockBitOf<Registry>, key: FileKeyOf<Registry>])[] {
  return Object.entries(registry).flatMap(([field, { file, lock, edit }]) =>
    file && lock
      ? [[(lock.name ?? edit?.name ?? field) as LockBitOf<Registry>, file as FileKeyOf<Registry>] as const]
      : [],
  )
}

/** Names of all locks: those with their own column first, the others in bit order. */
export function lockNames<Registry extends FieldRegistry>(registry: Registry): readonly LockOf<Registry>[] {
  return locksOf(registry).map(({ name }) => name as LockOf<Registry>)
}

function locksOf(registry: FieldRegistry): { readonly name: string; readonly bit: number }[] {
  return Object.entries(registry)
    .flatMap(([field, { lock, edit }]) =>
      lock ? [{ bit: lock.bit ?? -1, name: lock.name ?? edit?.name ?? field }] : [],
    )
    .toSorted((a, b) => a.bit - b.bit)
}

/** Operators in conditions, by field. */
export function filtersOf<Registry extends FieldRegistry>(registry: Registry): FiltersOf<Registry> {
  return Object.fromEntries(
    Object.entries(registry).flatMap(([name, { filter }]) => (filter ? [[name, filter]] : [])),
  ) as FiltersOf<Registry>
}

/** Names of fields that change as the viewer reads. */
export function fieldsOfReader(filters: Readonly<Record<string, FieldFilter>>): ReadonlySet<string> {
  return new Set(Object.keys(filters).filter(name => filters[name]?.ofReader))
}

/** Fields whose values can be listed, in registry order. */
export function valueFields<Registry extends FieldRegistry>(registry: Registry): readonly ValueFieldOf<Registry>[] {
  return Object.keys(registry).filter((name): name is ValueFieldOf<Registry> => registry[name]?.filter?.values ?? false)
}

/** The preferred name of each sort, in registry order. */
export function sortNames<Registry extends FieldRegistry>(registry: Registry): readonly SortOf<Registry>[] {
  return Object.values(registry).flatMap(({ sort }) => (sort ? [sort.name as SortOf<Registry>] : []))
}

/** Named ones first, the others follow in their own order. */
export function arranged<Name extends string>(names: readonly Name[], first: readonly Name[]): readonly Name[] {
  return [...first.filter(name => names.includes(name)), ...names.filter(name => !first.includes(name))]
}
