import { z } from 'zod';
import { backupItem } from '#contract/operations/backups.ts';
import { currencyCode } from '#contract/platform/money.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';

/** Version 2: password hashes are sealed. Version 1 is still read. */
export const FORMAT_VERSION = 2;
/** Limits of an uploaded file. */
export const LIMITS = {
  uploadBytes: 2 * 1024 ** 3,
  totalBytes: 4 * 1024 ** 3,
  ratio: 200,
  lineBytes: 1024 ** 2,
  entries: 64,
  manifestBytes: 64 * 1024,
  uploadsPerAccount: 5,
  users: 10_000,
  backupsWaiting: 5,
  uploadLifetimeMs: 24 * 3_600_000,
} as const;

const item = z.strictObject({
  type: backupItem,
  file: z.string().max(60),
  count: z.int().min(0),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
/** manifest.json: what is in the file, and a mark of the installation that made it. */
export const manifest = z.strictObject({
  formatVersion: z.int(),
  app: z.literal('tallyboard'),
  appVersion: z.string().max(40),
  account: z.strictObject({
    id: z.uuid(),
    code: z.string().max(60),
    name: z.string().max(200),
    currency: currencyCode.nullable().optional(),
  }),
  /** The instant that the backup shows. */
  madeAt: z.iso.datetime().refine((at) => at >= '1900' && at < '2200', 'is not of these centuries'),
  keyId: z.string().max(64),
  items: z.array(item).min(1).max(10),
  hmac: z.string().max(128),
});
export type Manifest = z.infer<typeof manifest>;

const mark = (secrets: Secrets, unsigned: Omit<Manifest, 'hmac'>) =>
  secrets.hmac('backup manifest', JSON.stringify(unsigned)).toString('hex');

export const signManifest = (secrets: Secrets, unsigned: Omit<Manifest, 'hmac'>): Manifest => ({
  ...unsigned,
  hmac: mark(secrets, unsigned),
});

/** Returns true if this installation made the file; a file of another one is restored after a warning. */
export function isOurs(secrets: Secrets, { hmac, ...unsigned }: Manifest): boolean {
  return mark(secrets, unsigned) === hmac;
}
