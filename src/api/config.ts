import type { AppConfig } from '#contract/session.ts';
import { deviceStorage, parseRecord } from '../lib/storage.ts';

const STORED = 'tb.config';
const DEFAULTS: AppConfig = { apiHost: '', deviceHost: '', userHost: '', supportContact: '', copyright: '' };

let current: Promise<AppConfig> | undefined;

/** Strings only, anything else is the default. By hand: this runs before zod is there. */
function read(value: unknown): AppConfig {
  const strings = Object.entries(Object(value)).filter(([, text]) => typeof text === 'string');
  return { ...DEFAULTS, ...Object.fromEntries(strings) };
}

async function load(): Promise<AppConfig> {
  try {
    const reply = await fetch('/config.json', { headers: { accept: 'application/json' } });
    if (!reply.ok) throw new Error(`config.json answered ${reply.status}`);
    const config = read(await reply.json());
    deviceStorage.set(STORED, JSON.stringify(config));
    return config;
  } catch {
    current = undefined;
    return storedConfig();
  }
}

/** The last configuration seen, else same-origin defaults: what an offline start works with. */
export function storedConfig(): AppConfig {
  return read(parseRecord(deviceStorage.get(STORED)));
}

/** The run-time configuration (hosts, footer texts), fetched once; never rejects. */
export function appConfig(): Promise<AppConfig> {
  current ??= load();
  return current;
}

/** The host that answers an endpoint: device and user calls may live elsewhere (spec section 7). */
export function hostOf(path: string, config: AppConfig): string {
  const host = path.startsWith('/device')
    ? config.deviceHost
    : path.startsWith('/user')
      ? config.userHost
      : config.apiHost;
  return (host || location.origin).replace(/\/$/, '');
}
