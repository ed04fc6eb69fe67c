// The floor of a rescan: every folder listed and every file stat'ed once. Prints what it found and how long it took.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

function walk(folder: string): number {
  let files = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) files += walk(path)
    else if (statSync(path).size >= 0) files++
  }
  return files
}

const began = performance.now()
const files = walk(process.argv[2] ?? '.')
console.log(JSON.stringify({ files, seconds: (performance.now() - began) / 1000 }))
