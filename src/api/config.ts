import type { AppConfig } from '#contract/access/session.ts';
import { deviceStorage, parseRecord, recordOf } from '../lib/storage.ts';

const STORED = 'tb.config';
const DEFAULTS: AppConfig = { apiHost: '', deviceHost: '', userHost: '', supportContact: '', copyright: '' };

let current: Promise<AppConfig> | undefined;

/** Accepts strings; anything else becomes the default. Without zod, which has not loaded at this point. */
function read(value: unknown): AppConfig {
  const strings = Object.entries(recordOf(value)).filter(([, text]) => typeof text === 'string');
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

/** Returns the last configuration that was fetched, else same-origin defaults, for a start without a connection. */
export function storedConfig(): AppConfig {
  return read(parseRecord(deviceStorage.get(STORED)));
}

/** The run-time configuration (hosts, footer texts), fetched once; never rejects. */
export function appConfig(): Promise<AppConfig> {
  current ??= load();
  return current;
}

/** Returns the host that answers an endpoint: calls of devices and users may have other hosts (spec section 7). */
export function hostOf(path: string, config: AppConfig): string {
  const host = path.startsWith('/device')
    ? config.deviceHost
    : path.startsWith('/user')
      ? config.userHost
      : config.apiHost;
  return (host || location.origin).replace(/\/$/, '');
}

/** Returns the address that opens the Recorder with the code in the fragment, which is sent to no server and written to no log. */
export const recorderAddress = (code: string) => `${storedConfig().recorderUrl || `${location.origin}/rc/`}#${code}`;
