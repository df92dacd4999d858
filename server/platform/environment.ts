import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config.ts';

const FILE = join(import.meta.dirname, '../../.env');

/**
 * Returns the variables of this process; missing ones are read from `.env` beside package.json, or from the file that ENV_FILE names. The server and
 * every operator's command use this, so that all open the same installation. Throws a ConfigError when the file cannot be read.
 */
export function readEnvironment(): NodeJS.ProcessEnv {
  const named = process.env.ENV_FILE;
  const file = named || FILE;
  if (!named && !existsSync(file)) return process.env;
  try {
    process.loadEnvFile(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`${named ? 'ENV_FILE: ' : ''}${file} cannot be read: ${reason}`]);
  }
  return process.env;
}
