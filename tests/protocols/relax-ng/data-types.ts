type Allows = (value: string) => boolean

/** XML Schema, part 2, section 3.2.7. */
const DATE_TIME =
  /^-?\d{4,}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-4]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/

const TYPES: Readonly<Record<string, Allows>> = {
  string: () => true,
  'xsd:string': () => true,
  // XLink's way of escaping takes nearly every text.
  'xsd:anyURI': () => true,
  'xsd:dateTime': value => DATE_TIME.test(value.trim()),
  'xsd:decimal': value => /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(value.trim()),
}

/** A data type with its parameters. */
export function dataType(name: string, parameters: Readonly<Record<string, string>>): Allows {
  const type = TYPES[name]
  if (!type) throw new Error(`The data type ${name} is not known`)
  const checks = Object.entries(parameters).map(([parameter, value]) => facet(parameter, value))
  return value => type(value) && checks.every(check => check(value))
}

function facet(parameter: string, limit: string): Allows {
  if (parameter === 'pattern') {
    const pattern = new RegExp(`^(?:${limit})$`)
    return value => pattern.test(value)
  }
  if (parameter === 'minLength') return value => [...value].length >= Number(limit)
  if (parameter === 'minInclusive') return value => Number(value) >= Number(limit)
  throw new Error(`The parameter ${parameter} is not known`)
}
