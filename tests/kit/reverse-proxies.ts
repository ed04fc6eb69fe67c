import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './paths'

/** As `npm test` finds it: installed, or unpacked into the cache at `unpackedAt`. */
function program(name: string, unpackedAt: string): string {
  const places = [Bun.which(name), join('/', unpackedAt), join(ROOT, '.cache', name, unpackedAt)]
  const found = places.find(place => place && existsSync(place))
  if (!found) throw new Error(`No ${name}: install it (Debian and Ubuntu: apt-get install ${name})`)
  return found
}

export interface ReverseProxy {
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
export async function startNginx(folder: string, http: string): Promise<ReverseProxy> {
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
  const command = [program('nginx', 'usr/sbin/nginx'), '-p', folder, '-e', 'stderr']
  return run([...command, '-t', '-c', file], [...command, '-c', file], folder)
}

/** Without its administration, its own certificates, port 80, and HTTP/3: `freePort` reserves ports by UDP. */
const CADDY_OPTIONS = `{
\tadmin off
\tauto_https off
\tservers {
\t\tprotocols h1 h2
\t}
}
`

/** Runs Caddy in `folder` with this Caddyfile. */
export async function startCaddy(folder: string, caddyfile: string): Promise<ReverseProxy> {
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, `${CADDY_OPTIONS}${caddyfile}`)
  const caddy = program('caddy', 'usr/bin/caddy')
  const options = ['--adapter', 'caddyfile', '--config', file]
  return run([caddy, 'validate', ...options], [caddy, 'run', ...options], folder)
}

/** Starts `command` if `check` accepts its configuration. */
function run(check: string[], command: string[], folder: string): ReverseProxy {
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const checked = Bun.spawnSync(check, { env })
  if (checked.exitCode !== 0) throw new Error(checked.stderr.toString())
  const child = Bun.spawn(command, { env, stdout: 'ignore', stderr: 'pipe' })
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
