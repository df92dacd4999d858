import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { words } from '#contract/platform/words.ts';
import { Refusal } from '../../platform/http/errors.ts';

/** The cost of one hash; parallelism is 1. */
export type HashCost = { memoryKiB: number; passes: number };
/** Took 143 ms where it was measured. */
export const DEFAULT_HASH_COST: HashCost = { memoryKiB: 65_536, passes: 3 };
/** The lowest cost that may be configured (OWASP); tests use it. */
export const LOWEST_HASH_COST: HashCost = { memoryKiB: 19_456, passes: 2 };

const AT_ONCE = 4;
const MAX_WAITING = 100;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

export type PasswordHasher = {
  hash(password: string): Promise<string>;
  /**
   * Tells whether a password matches a PHC string. Without one (unknown user, no password yet) the same work is done and the answer is no.
   * `outdated`: it matches, but the hash is cheaper than today's and should be renewed.
   */
  verify(password: string, phc: string | null): Promise<{ matches: boolean; outdated: boolean }>;
};

/** Returns a hasher with argon2id at one cost, at most 4 hashes at a time and 100 waiting. Throws at a cost below the minimum. */
export function createPasswordHasher(cost: HashCost = DEFAULT_HASH_COST): PasswordHasher {
  if (cost.memoryKiB < LOWEST_HASH_COST.memoryKiB || cost.passes < LOWEST_HASH_COST.passes)
    throw new Error(`Password hashes need at least m=${LOWEST_HASH_COST.memoryKiB} and t=${LOWEST_HASH_COST.passes}.`);
  const takeTurn = turns();
  const current: Hashed = { ...cost, lanes: 1, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) };
  return {
    hash: async (password) => {
      const salt = randomBytes(SALT_BYTES);
      const tag = await takeTurn(() => derive(password, { ...current, salt }));
      return writePhc({ ...current, salt, tag });
    },
    verify: async (password, phc) => {
      const stored = phc === null ? null : parsePhc(phc);
      const against = stored ?? current;
      const tag = await takeTurn(() => derive(password, against));
      const matches = timingSafeEqual(tag, against.tag) && stored !== null;
      const outdated = matches && (against.memoryKiB < cost.memoryKiB || against.passes < cost.passes);
      return { matches, outdated };
    },
  };
}

type Hashed = HashCost & { lanes: number; salt: Buffer; tag: Buffer };

function derive(password: string, { memoryKiB, passes, lanes, salt, tag }: Hashed): Promise<Buffer> {
  // Keyboards produce é in two forms, which are the same password. Nothing is trimmed or cut.
  const message = Buffer.from(password.normalize('NFC'));
  const parameters = { message, nonce: salt, parallelism: lanes, tagLength: tag.length, memory: memoryKiB, passes };
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** More log-ins at once than memory and waiting time allow. */
const queueFull = () =>
  new Refusal('UNAVAILABLE', words('Too many log-ins at once. Please try again in a moment.'), { retryAfter: 5 });

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

const writePhc = ({ memoryKiB, passes, lanes, salt, tag }: Hashed) =>
  `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${lanes}$${base64(salt)}$${base64(tag)}`;

/** Returns null for anything but an argon2id hash of acceptable cost: a restored file may contain any text. */
export function parsePhc(phc: string): Hashed | null {
  const parts =
    /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=([1-4])\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/.exec(phc);
  if (!parts) return null;
  const [memoryKiB, passes, lanes] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (memoryKiB < 8 * lanes || memoryKiB > 262_144 || passes < 1 || passes > 10) return null;
  return {
    memoryKiB,
    passes,
    lanes,
    salt: Buffer.from(parts[4] ?? '', 'base64'),
    tag: Buffer.from(parts[5] ?? '', 'base64'),
  };
}

/** Runs at most AT_ONCE at a time, in order; refuses when MAX_WAITING are waiting already. */
function turns() {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= AT_ONCE) {
      if (waiting.length >= MAX_WAITING) throw queueFull();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The turn passes directly to the next one, so that nobody can get in between.
      if (next) next();
      else running--;
    }
  };
}
