export type { Config } from './config'
export { type Environment, processEnvironment } from './env'
export { ConfigError, configFilePath, type Loaded, loadConfig, type Sources } from './load'
export { starterFile } from './starter'
