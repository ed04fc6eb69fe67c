import { readdirSync, readFileSync } from 'node:fs'
import type { Server } from './site'

/** Memory of a process in bytes. */
export function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
}

/** Open files and connections of a process. */
export function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

/** A metric of the server's /metrics, summed over its labels. */
export async function metric(server: Server, token: string, name: string): Promise<number> {
  const answer = await server.as(token).fetch('/metrics')
  if (!answer.ok) throw new Error(`/metrics answered ${answer.status}`)
  const lines = (await answer.text())
    .split('\n')
    .filter(line => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
  if (lines.length === 0) throw new Error(`/metrics has no ${name}`)
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
}
