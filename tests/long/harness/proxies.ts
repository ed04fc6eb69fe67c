// Real reverse proxies in front of a server, each with one reused connection: if a request is smuggled in another, the
// next client on that connection gets the wrong answer.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../../kit/client'
import { freePort } from '../../kit/free-port'
import { temporaryFolder } from '../../kit/paths'

export interface ReverseProxy {
  readonly name: string
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Debian's nginx; `user root` only where the tests run as root, as nobody else may write into their folder. */
export async function startNginx(behind: string): Promise<ReverseProxy> {
  const port = await freePort()
  const folder = temporaryFolder('nginx')
  const config = join(folder.path, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${join(folder.path, name)};`,
  )
  writeFileSync(
    config,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; pid ${join(folder.path, 'pid')}; error_log stderr crit; worker_processes 1;
events {}
http {
  access_log off; client_max_body_size 0; ${temporary.join(' ')}
  upstream octavo { server ${new URL(behind).host}; keepalive 1; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://octavo; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host;
      proxy_request_buffering off; proxy_buffering off;
    }
  }
}
`,
  )
  return start('nginx', port, ['nginx', '-p', folder.path, '-c', config, '-e', 'stderr'], folder)
}

/** Debian's Caddy, without its administration. */
export async function startCaddy(behind: string): Promise<ReverseProxy> {
  const port = await freePort()
  const folder = temporaryFolder('caddy')
  const config = join(folder.path, 'Caddyfile')
  writeFileSync(
    config,
    `{
  admin off
  auto_https off
}
http://:${port} {
  bind 127.0.0.1
  reverse_proxy ${new URL(behind).host} {
    flush_interval -1
    transport http {
      keepalive_idle_conns 1
    }
  }
}
`,
  )
  return start('Caddy', port, ['caddy', 'run', '--adapter', 'caddyfile', '--config', config], folder)
}

async function start(
  name: string,
  port: number,
  command: readonly string[],
  folder: ReturnType<typeof temporaryFolder>,
): Promise<ReverseProxy> {
  const child = Bun.spawn([...command], {
    env: { ...process.env, HOME: folder.path, XDG_DATA_HOME: folder.path, XDG_CONFIG_HOME: folder.path },
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const url = `http://127.0.0.1:${port}`
  await until(
    () =>
      fetch(`${url}/health/live`).then(
        answer => answer.ok,
        () => false,
      ),
    well => well,
  )
  return {
    name,
    url,
    async stop() {
      child.kill('SIGTERM')
      await child.exited
      folder.remove()
    },
  }
}
