import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './paths'

/** As `npm test` finds it: installed, or unpacked into the cache. */
function nginxProgram(): string {
  const places = [Bun.which('nginx'), '/usr/sbin/nginx', join(ROOT, '.cache/nginx/usr/sbin/nginx')]
  const found = places.find(place => place && existsSync(place))
  if (!found) throw new Error('No nginx: install it (Debian and Ubuntu: apt-get install nginx)')
  return found
}

export interface Nginx {
  readonly log: () => string
  readonly stop: () => Promise<void>
}

/** Makes a certificate for `localhost` that only this test knows: `localhost.pem` and `localhost.key` in `folder`. */
export function makeCertificate(folder: string): { readonly certificate: string; readonly key: string } {
  const certificate = join(folder, 'localhost.pem')
  const key = join(folder, 'localhost.key')
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const { exitCode, stderr } = Bun.spawnSync([
    ...['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
    ...[...names, '-keyout', key, '-out', certificate],
  ])
  if (exitCode !== 0) throw new Error(stderr.toString())
  return { certificate, key }
}

/** Runs nginx in `folder` with these parts of its configuration below `http`. */
export async function startNginx(folder: string, http: string): Promise<Nginx> {
  for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(folder, name), { recursive: true })
  const paths = ['fastcgi', 'uwsgi', 'scgi', 'proxy'].map(name => `${name}_temp_path ${folder}/${name};`)
  const configuration = [
    `daemon off; pid ${folder}/nginx.pid; worker_processes 1; error_log stderr warn;`,
    'events { worker_connections 256; }',
    `http { access_log off; client_body_temp_path ${folder}/body; ${paths.join(' ')}`,
    http,
    '}',
  ].join('\n')
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configuration)
  const program = nginxProgram()
  const check = Bun.spawnSync([program, '-p', folder, '-e', 'stderr', '-t', '-c', file])
  if (check.exitCode !== 0) throw new Error(check.stderr.toString())
  const child = Bun.spawn([program, '-p', folder, '-e', 'stderr', '-c', file], { stdout: 'ignore', stderr: 'pipe' })
  let log = ''
  const collect = async () => {
    for await (const chunk of child.stderr) log += new TextDecoder().decode(chunk)
  }
  void collect()
  return {
    log: () => log,
    stop: async () => {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}
