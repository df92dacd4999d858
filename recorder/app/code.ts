import type { CodeLock, Tries } from '../store/meta.ts';

/** The supervisor code keeps passers-by from opening screens; it does not encrypt anything. */
const ITERATIONS = 600_000;
const FREE_TRIES = 5;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;

export const isGoodCode = (code: string) => /^\d{4,8}$/.test(code) && code !== '0000' && code !== '1234';

export const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
export const bytesOf = (text: string) =>
  new Uint8Array(text.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? []);

/** Returns the PBKDF2 hash of a code, in hexadecimal. */
export async function derive(code: string, salt: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(code), 'PBKDF2', false, ['deriveBits']);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations: ITERATIONS };
  return hex(new Uint8Array(await crypto.subtle.deriveBits(how, key, 256)));
}
export async function lockWith(code: string): Promise<CodeLock> {
  const salt = hex(crypto.getRandomValues(new Uint8Array(16)));
  return { salt, hash: await derive(code, salt), wrong: 0, until: 0 };
}

/**
 * Returns the lock after a wrong try: from the fifth on each costs 30 s, doubling to 15 min; stored across reloads. `wall`: the device's clock (ms).
 */
export const afterWrong = <T extends Tries>(lock: T, wall: number): T => {
  const wrong = lock.wrong + 1;
  const wait = wrong < FREE_TRIES ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (wrong - FREE_TRIES));
  return { ...lock, wrong, until: wait === 0 ? 0 : wall + wait };
};
/** Returns the ms until the next try; if the clock was set back, no more than the longest wait. */
export const waitFor = ({ until }: Tries, wall: number) => Math.min(LONGEST_WAIT_MS, Math.max(0, until - wall));
export const opens = async (lock: Pick<CodeLock, 'salt' | 'hash'>, code: string) =>
  (await derive(code, lock.salt)) === lock.hash;
