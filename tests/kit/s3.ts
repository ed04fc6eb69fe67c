/// <reference path="./s3rver.d.ts" />
import S3rver from 's3rver'
import { freePort } from './free-port'
import { temporaryFolder } from './paths'

/** A real S3-compatible server on this machine. */
export interface BucketServer {
  readonly endpoint: string
  readonly bucket: string
  readonly accessKey: string
  readonly secretKey: string
  /** The settings of a server that stores below the prefix of this bucket. */
  env(prefix?: string): Record<string, string>
  /** Refuses new calls and cuts open ones; stored data stays. */
  pause(): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
}

const BUCKET = 'octavo'
/** The one key that s3rver knows. */
const KEY = 'S3RVER'

export async function startBucketServer(): Promise<BucketServer> {
  const folder = temporaryFolder('bucket')
  const port = await freePort()
  const run = async () => {
    const server = new S3rver({
      port,
      address: '127.0.0.1',
      silent: true,
      directory: folder.path,
      configureBuckets: [{ name: BUCKET, configs: [] }],
    })
    await server.run()
    return server
  }
  let running: S3rver | null = await run()
  const pause = async () => {
    const server = running
    running = null
    await server?.close()
  }
  const endpoint = `http://127.0.0.1:${port}`
  return {
    endpoint,
    bucket: BUCKET,
    accessKey: KEY,
    secretKey: KEY,
    env: (prefix = '') => ({
      OCTAVO_STORAGE_URL: `s3://${BUCKET}/${prefix}`,
      OCTAVO_STORAGE_S3_ENDPOINT: endpoint,
      OCTAVO_STORAGE_S3_ACCESS_KEY: KEY,
      OCTAVO_STORAGE_S3_SECRET_KEY: KEY,
    }),
    pause,
    resume: async () => {
      running ??= await run()
    },
    stop: async () => {
      await pause()
      folder.remove()
    },
  }
}
