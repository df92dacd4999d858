import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { wallTime } from '#contract/platform/common.ts';
import { newPassword } from '#contract/platform/password.ts';
import { isTimeZone } from '#contract/platform/timeZones.ts';
import type { Limit, LimitName } from './http/rateLimit.ts';
import { trustedProxies } from './http/trustedProxies.ts';
import { nearMisses } from './nearMisses.ts';
import { isLoopback, providerVariables, readProviders, WrongVariable } from './providers.ts';
import { relyingParty } from './relyingParty.ts';

/** The settings of the environment, checked once at start. */
export type Config = z.output<typeof environment> & {
  /** The version in package.json, which GET /v2/available returns. */
  version: string;
  /** Replaced by tests only. */
  rateLimits?: Record<LimitName, Limit>;
};

const flag = z
  .enum(['true', 'false', '1', '0'], 'must be true or false')
  .transform((text) => text === 'true' || text === '1');
const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number(`must be a whole number from ${min} to ${max}`)
    .refine((n) => Number.isInteger(n) && n >= min && n <= max, `must be a whole number from ${min} to ${max}`);
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const origin = webAddress
  .transform((text) => text.replace(/\/+$/, ''))
  .refine((text) => URL.parse(text)?.pathname === '/', 'must have no path: the server answers at the root of a host');
const timeZone = z.string().refine(isTimeZone, 'must be an IANA time zone such as Europe/Paris');
const emailSender = z
  .string()
  .regex(/^[^\r\n]*[^\s<>@]+@[^\s<>@]+>?$/, 'must be an address such as Tallyboard <noreply@example.com>');

const variables = z.object({
  PORT: wholeNumber(0, 65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  /** The address that terminals are set to call; absent: PUBLIC_URL's host or an address of this machine (intake/devices/terminalAddress.ts). */
  TERMINAL_URL: origin.optional(),
  /** The address of the Recorder: a host name of its own is better (docs/devices.md). Absent: /rc/ below PUBLIC_URL. */
  RC_URL: webAddress.optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')
    .refine((text) => URL.canParse(text), 'is no address: write # as %23, / as %2F, @ as %40 in the password')
    .optional(),
  /** Set where a pooler such as PgBouncer is in front of the database, in transaction mode. */
  DATABASE_POOLER: z.enum(['transaction'], 'must be transaction, or absent without a pooler').optional(),
  /** Connections to PostgreSQL for people, and for records of terminals and devices; jobs take two more. */
  DATABASE_CONNECTIONS: wholeNumber(2, 100).default(10),
  DATABASE_INGEST_CONNECTIONS: wholeNumber(2, 50).default(5),
  DATA_DIR: z.string().default('./data'),
  ADMIN_PASSWORD: newPassword.optional(),
  SESSION_TTL: wholeNumber(1, 86_400).default(43_200),
  DEVICES_PER_USER: wholeNumber(1, 100).default(1),
  /** Cost of a password hash; the lowest allowed value is OWASP's minimum. */
  PASSWORD_MEMORY_KIB: wholeNumber(19_456, 262_144).default(65_536),
  PASSWORD_PASSES: wholeNumber(2, 10).default(3),
  SECRET_KEY: z.string().optional(),
  /** smtp:// is encrypted by STARTTLS before anything is sent, unless `optional`; a server on this machine may do without. */
  SMTP_TLS: z.enum(['required', 'optional'], 'must be required or optional').default('required'),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://' }).optional(),
  MAIL_FROM: emailSender.default('Tallyboard <tallyboard@localhost.localdomain>'),
  TIME_ZONE: timeZone.default('UTC'),
  SUPPORT_CONTACT: z.string().max(200).default('your system administrator'),
  COPYRIGHT: z.string().max(200).default('© Tallyboard'),
  API_HOST: origin.optional(),
  DEVICE_HOST: origin.optional(),
  USER_HOST: origin.optional(),
  ALLOWED_ORIGINS: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(origin))
    .default([]),
  /** The domain that passkeys are made for: that of PUBLIC_URL, or one above it (docs/operating.md). */
  PASSKEY_DOMAIN: z.string().max(253).optional(),
  /** Single sign-on: a JSON list of providers, or one (docs/operating.md). */
  ...providerVariables,
  /** Alerts on devices: the server calls the push services of browsers. */
  WEB_PUSH: flag.default(false),
  /** Push services besides those of the usual browsers: 'push.example.com' or '*.example.com'. */
  PUSH_HOSTS: z
    .string()
    .transform((text) =>
      text
        .toLowerCase()
        .split(',')
        .map((part) => part.trim()),
    )
    .pipe(
      z.array(
        z
          .string()
          .regex(
            /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/,
            'must be host names such as push.example.com or *.example.com, separated by commas',
          ),
      ),
    )
    .default([]),
  TRUST_PROXY: z.string().default('false').transform(proxies),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  /** The app of managed devices: package/receiver, download address and checksum (Android Enterprise provisioning). */
  MDM_COMPONENT: z.string().default('com.tallyboard.device/.AdminReceiver'),
  MDM_APK_URL: webAddress.optional(),
  MDM_APK_CHECKSUM: z.string().optional(),
  /** A second place for automatic backups, on another disk. */
  BACKUP_COPY_DIR: z.string().optional(),
  /** Automatic backups of the installation, at a time in TIME_ZONE; weekly ones on Sunday. */
  INSTALLATION_BACKUP: z.enum(['daily', 'weekly', 'off'], 'must be daily, weekly or off').default('daily'),
  INSTALLATION_BACKUP_TIME: wallTime.default('02:30'),
  INSTALLATION_BACKUP_KEEP: wholeNumber(1, 100).default(7),
  INSTALLATION_BACKUP_DIR: z.string().optional(),
  /** Backups, uploads and reports leave this much disk space free, in MB. */
  BACKUP_MIN_FREE_MB: wholeNumber(0, 10_000_000).default(512),
  /** The most that a report or a file of records has on the disk while it is made, in MB. */
  REPORT_MAX_MB: wholeNumber(1, 10_000_000).default(8_192),
  /** Automatic backups of accounts that are added from now on; each account's own are set on its Data Management. */
  ACCOUNT_BACKUP: z.enum(['daily', 'weekly', 'off'], 'must be daily, weekly or off').default('daily'),
  /** Metrics of devices and backups by account, whose code is a label. */
  METRICS_BY_ACCOUNT: flag.default(false),
});

/** Every variable by name, with its default as text; undefined where it is absent without one. */
export const VARIABLES: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  Object.entries(variables.shape).map(([name, schema]) => {
    const { success, data } = schema.safeParse(undefined);
    return [name, success && data !== undefined && !Array.isArray(data) ? String(data) : undefined];
  }),
);

const environment = variables
  .refine(({ WEB_PUSH, PUBLIC_URL }) => !WEB_PUSH || !PUBLIC_URL || !isInsecure(PUBLIC_URL), {
    path: ['WEB_PUSH'],
    error: 'needs PUBLIC_URL with https: browsers take notifications from nowhere else',
  })
  .transform((e, context) => ({
    port: e.PORT,
    host: e.HOST,
    terminalUrl: e.TERMINAL_URL,
    /** PUBLIC_URL was set, not made from PORT. */
    hasPublicUrl: e.PUBLIC_URL !== undefined,
    publicUrl: e.PUBLIC_URL ?? `http://localhost:${e.PORT}`,
    /** Ends with '/': a code is appended as '#CODE'. */
    rcUrl: `${(e.RC_URL ?? `${e.PUBLIC_URL ?? `http://localhost:${e.PORT}`}/rc`).replace(/[/#]+$/, '')}/`,
    databaseUrl: e.DATABASE_URL,
    databasePooler: e.DATABASE_POOLER,
    databaseConnections: e.DATABASE_CONNECTIONS,
    databaseIngestConnections: e.DATABASE_INGEST_CONNECTIONS,
    /** An absolute path. */
    dataDir: resolve(e.DATA_DIR),
    adminPassword: e.ADMIN_PASSWORD,
    /** Seconds. */
    sessionTtl: e.SESSION_TTL,
    devicesPerUser: e.DEVICES_PER_USER,
    passwordCost: { memoryKiB: e.PASSWORD_MEMORY_KIB, passes: e.PASSWORD_PASSES },
    secretKey: e.SECRET_KEY,
    smtpUrl: e.SMTP_URL,
    smtpTls: e.SMTP_TLS,
    mailFrom: e.MAIL_FROM,
    timeZone: e.TIME_ZONE,
    supportContact: e.SUPPORT_CONTACT,
    copyright: e.COPYRIGHT,
    /** Served in GET /config.json; '' is the same origin. */
    apiHost: e.API_HOST ?? '',
    deviceHost: e.DEVICE_HOST ?? '',
    userHost: e.USER_HOST ?? '',
    allowedOrigins: e.ALLOWED_ORIGINS,
    passkeys: passkeysOf(e, context),
    providers: providersOf(e, context),
    webPush: e.WEB_PUSH,
    pushHosts: e.PUSH_HOSTS,
    trustProxy: e.TRUST_PROXY,
    logLevel: e.LOG_LEVEL,
    metricsToken: e.METRICS_TOKEN,
    metricsByAccount: e.METRICS_BY_ACCOUNT,
    mdm: { component: e.MDM_COMPONENT, apkUrl: e.MDM_APK_URL, apkChecksum: e.MDM_APK_CHECKSUM },
    /** An absolute path. */
    backupCopyDir: e.BACKUP_COPY_DIR && resolve(e.BACKUP_COPY_DIR),
    installationBackup: {
      frequency: e.INSTALLATION_BACKUP,
      weekday: 7,
      time: e.INSTALLATION_BACKUP_TIME,
      keep: e.INSTALLATION_BACKUP_KEEP,
      dir: resolve(e.INSTALLATION_BACKUP_DIR ?? join(e.DATA_DIR, 'backups-installation')),
    },
    accountBackup: e.ACCOUNT_BACKUP,
    backupMinFreeBytes: e.BACKUP_MIN_FREE_MB * 1024 ** 2,
    reportMaxBytes: e.REPORT_MAX_MB * 1024 ** 2,
  }));

/** Returns true for http to another machine: browsers give such a page no camera, no passkeys, no worker and no notifications. */
export const isInsecure = (address: string) => {
  const url = new URL(address);
  return url.protocol === 'http:' && !isLoopback(url.hostname);
};

type PasskeyVariables = { PORT: number; PUBLIC_URL?: string; PASSKEY_DOMAIN?: string; ALLOWED_ORIGINS: string[] };
function passkeysOf(e: PasskeyVariables, context: z.RefinementCtx) {
  try {
    return relyingParty(e.PUBLIC_URL ?? `http://localhost:${e.PORT}`, e.PASSKEY_DOMAIN, e.ALLOWED_ORIGINS);
  } catch (error) {
    context.addIssue({
      code: 'custom',
      path: ['PASSKEY_DOMAIN'],
      message: String(error instanceof RangeError ? error.message : error),
    });
    return z.NEVER;
  }
}

function providersOf(
  e: { PORT: number; PUBLIC_URL?: string } & Parameters<typeof readProviders>[0],
  context: z.RefinementCtx,
) {
  try {
    return readProviders(e, e.PUBLIC_URL ?? `http://localhost:${e.PORT}`);
  } catch (error) {
    if (!(error instanceof WrongVariable)) throw error;
    context.addIssue({ code: 'custom', path: [error.variable], message: error.message });
    return z.NEVER;
  }
}

/** Variables besides those of `environment`: for the file with the variables (environment.ts) and for the build. */
const OTHER_VARIABLES = ['ENV_FILE', 'APP_VERSION'];

/** Throws one error with a line for each wrong variable and each that is probably misspelt. An empty variable counts as absent. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const known = [...Object.keys(environment.in.shape), ...OTHER_VARIABLES];
  const misspelt = nearMisses(Object.keys(given), known).map(
    ({ name, meant }) => `${name} is not a variable of Tallyboard, ${meant} is: correct it, or remove it`,
  );
  const parsed = environment.safeParse(given);
  const wrong = parsed.error?.issues.map(({ path, message }) => `${String(path[0])} ${lowerFirst(message)}`) ?? [];
  if (!parsed.success || misspelt.length > 0) throw new ConfigError([...misspelt, ...wrong]);
  return { ...parsed.data, version: packageVersion() };
}

export class ConfigError extends Error {
  readonly lines: string[];
  constructor(lines: string[]) {
    super(lines.join('\n'));
    this.name = 'ConfigError';
    this.lines = lines;
  }
}

function proxies(text: string, context: z.RefinementCtx) {
  try {
    return trustedProxies(text);
  } catch (error) {
    context.addIssue(error instanceof RangeError ? error.message : String(error));
    return z.NEVER;
  }
}

const packageJson = z.object({ version: z.string() });
const packageVersion = () =>
  packageJson.parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))).version;
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
