// `npm run messages`: writes the types of the English catalogues, then reports errors in all languages.
import { writeFileSync } from 'node:fs'
import { catalogueFolders, catalogueProblems, typesOf, typesPath } from './check'

for (const folder of catalogueFolders()) writeFileSync(typesPath(folder), typesOf(folder))
const problems = catalogueProblems()
for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)
