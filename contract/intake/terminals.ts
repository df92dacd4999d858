import { z } from 'zod';
import { quarantineGroup, quarantineOrigin } from '../attendance/quarantine.ts';
import { accountParams, documentId, instant, line, nullableInstant, ok, typedLine } from '../platform/common.ts';
import { admin, anyRole, endpoint } from '../platform/endpoint.ts';
import { message } from '../platform/message.ts';
import { words } from '../platform/words.ts';
import { accountDeviceParams } from './devices.ts';
import { type TerminalMake, terminalMake } from './makes.ts';

export const deviceNetwork = z.object({
  /** A /24 or /64, a wider range, or '*': anywhere. */
  network: z.string(),
  status: z.enum(['seen', 'accepted', 'rejected']),
  address: z.string().nullable(),
  firstSeen: instant,
  lastSeen: instant,
  decidedAt: nullableInstant,
  decidedBy: z.string().nullable(),
  /** The terminal's last trusted call came from this network. */
  isCurrent: z.boolean(),
});

const decision = z.enum(['accept', 'reject']);

/**
 * Decides about quarantined records of a device of the caller's account (administrators: any account), and trusts nothing that comes later. Records of
 * the caller's own employee are left to another user: 409 OWN_RECORD when there are no others.
 */
export const decideQuarantine = endpoint({
  method: 'POST',
  path: '/device/:deviceId/quarantine',
  access: anyRole('Attendance.CORRECT', 'Device.MANAGE_NETWORKS'),
  summary: 'Accept or reject the records of a device that wait for a decision, by where they came from.',
  params: z.object({ deviceId: documentId }),
  body: z.strictObject({ origin: quarantineOrigin, decision }),
  response: z.object({ records: z.int() }),
  refusals: ['OWN_RECORD'],
});

/**
 * Decides about the in and out keys of a terminal of the caller's account (administrators: any account) that contradict the days: they are trusted all the same, or
 * in and out alternate. Its stored punches are read again.
 */
export const decideKeys = endpoint({
  method: 'POST',
  path: '/device/:deviceId/keys',
  access: anyRole('Attendance.CORRECT'),
  summary: 'Trust the in and out keys of a terminal, or alternate in and out.',
  params: z.object({ deviceId: documentId }),
  body: z.strictObject({ directions: z.enum(['trust', 'alternate']) }),
  response: ok,
  refusals: ['PERIOD_LOCKED'],
});

export const networkDecision = z.strictObject({
  network: quarantineOrigin,
  decision,
  /** How much is accepted: the network, its wider range, or every address (for a device whose address changes often). */
  scope: z.enum(['network', 'range', 'anywhere']).default('network'),
});
export type NetworkDecision = z.input<typeof networkDecision>;

/**
 * Accepts or rejects a network from which a terminal of the caller's account (administrators: any account) has called, with the records that wait from
 * there. An accepted network is served like the terminal's own: names, templates and commands. 409 CONFLICT where it never called from the network. A
 * later decision replaces an earlier one.
 */
export const decideNetwork = endpoint({
  method: 'POST',
  path: '/device/:deviceId/networks',
  access: anyRole('Device.MANAGE_NETWORKS'),
  summary: 'Accept or reject a network that a terminal has called from, and the records that wait from there.',
  params: z.object({ deviceId: documentId }),
  body: networkDecision,
  response: z.object({ records: z.int() }),
  stepUp: 'factor',
});

/** Connection log of one device: what happened, what is missing, the next step. */
export const deviceRecorder = z.object({
  steps: z.array(z.object({ name: z.string(), at: nullableInstant })),
  /** One sentence: what to do next; null when all is well. */
  nextStep: z.string().nullable(),
  /** The same by its key and values, where it has values. */
  nextStepWords: message.optional(),
  /** Clock drift in ms (device minus server); null when unknown. */
  driftMs: z.int().nullable(),
  accepted: z.int(),
  duplicates: z.int(),
  /** Punches that the terminal reports as not sent yet; null when it does not report them. */
  backlog: z.int().nullable().optional(),
  rejected: z.array(z.object({ reason: z.string(), count: z.int() })),
  /** Records that count nowhere until a user decides, by where they came from. */
  quarantine: z.array(quarantineGroup).max(100),
  /** The networks that a terminal has called from, the newest first. */
  networks: z.array(deviceNetwork).max(200),
  /** The number of records that a V2 device had not sent at its last contact, and the time of that contact. */
  waiting: z.object({ count: z.int(), at: instant }).nullable().optional(),
  /** Since when the state keys that this terminal was found to have are trusted; null while they are not, and where its options say how. */
  trustsKeysSince: nullableInstant.optional(),
  /** Since when its keys are trusted no longer, because they contradict the days of its people. */
  doubtsKeysSince: nullableInstant.optional(),
  /** Ranges of the numbers that a V2 device gave to records and that never arrived. */
  missingRecords: z.array(z.tuple([z.int(), z.int()])).optional(),
  unmatchedPins: z.array(z.object({ timeId: z.string(), count: z.int() })),
  pendingCommands: z.int(),
  commands: z.array(
    z.object({
      id: z.string(),
      command: z.string(),
      status: z.enum(['queued', 'sent', 'done', 'failed', 'expired']),
      returnCode: z.int().nullable(),
      /** The terminal's own error log about the command. */
      errorText: z.string().nullable(),
      at: instant,
    }),
  ),
  recentRejects: z.array(z.object({ at: instant, reason: z.string(), raw: z.string() })),
});
export type DeviceRecorder = z.infer<typeof deviceRecorder>;

export const getDeviceRecorder = endpoint({
  method: 'GET',
  path: '/device/by-account/:accountId/:deviceId/recorder',
  access: admin('Device.GET'),
  summary: 'The connection log of a device.',
  params: accountDeviceParams,
  response: deviceRecorder,
});

/**
 * How a terminal's punches get their direction: from its state keys (`trust`), alternating (`alternate`), or (`found`) from its keys once they agree with
 * the days of five people on three days, and as long as they do; of a make with an address of its own, what a person chose from the first event on.
 */
export const directionSource = z.enum(['found', 'trust', 'alternate']);
export type DirectionSource = z.infer<typeof directionSource>;

/**
 * The fields of an event as JSON, the words of `direction`, the list that has the events, and the values of `kind` that are passes,
 * with commas between them: where they are left out, every event is one.
 */
export const EVENT_FIELDS = [
  'id',
  'pin',
  'card',
  'time',
  'direction',
  'in',
  'out',
  'events',
  'kind',
  'passes',
] as const;
export type EventField = (typeof EVENT_FIELDS)[number];
const passValues = typedLine(200).optional();
const eventFieldName = typedLine(60).optional();
/**
 * The names that a sender has for the fields of an event: `UserId`, or `data.user.id` for a field within others. Those that are left out, or empty, have the name of
 * the field; no two may have one name.
 */
export const eventFields = z
  .strictObject(
    // The keys of EVENT_FIELDS.
    Object.fromEntries(
      EVENT_FIELDS.map((field) => [field, field === 'passes' ? passValues : eventFieldName]),
    ) as Record<EventField, typeof eventFieldName>,
  )
  .superRefine((fields, context) => {
    const names = EVENT_FIELDS.map((field) => fields[field] || field);
    for (const [i, name] of names.entries())
      if (names.indexOf(name) < i)
        context.addIssue({
          code: 'custom',
          path: [EVENT_FIELDS[i] ?? ''],
          message: words('Another field has this name'),
        });
  });
export type EventFields = z.infer<typeof eventFields>;

/** The meaning of the seconds since 1970 in a make's events: UTC, or (as Control iD and some firmware of Dahua count them) the clock that it shows. */
export const epochMeaning = z.enum(['utc', 'local']);
/** The makes that tell times as seconds since 1970 alone. */
export const EPOCH_MAKES: readonly TerminalMake[] = ['controlid', 'dahua'];

export const deviceOptions = z.object({
  make: terminalMake,
  directions: directionSource,
  /** It was found to distinguish IN from OUT by its state keys. */
  sendsDirections: z.boolean(),
  timeZone: z.string().max(64).nullable(),
  /** Only requests under the secret path are accepted as this terminal's. */
  hasSecretPath: z.boolean(),
  /** The secret in the path (`secretPathOf`); only in the answer of the change that made it, because only its hash is stored. */
  secretPath: z.string().nullable(),
  /** Of a device that sends JSON alone: its names of the fields. */
  fields: eventFields.optional(),
  /** Of the makes that tell seconds since 1970. */
  epoch: epochMeaning.optional(),
});

export const getDeviceOptions = endpoint({
  method: 'GET',
  path: '/device/by-account/:accountId/:deviceId/options',
  access: admin('Device.GET'),
  summary: 'Terminal options.',
  params: accountDeviceParams,
  response: deviceOptions,
  refusals: ['CONFLICT'],
});

export const updateDeviceOptions = endpoint({
  method: 'PUT',
  path: '/device/by-account/:accountId/:deviceId/options',
  access: admin('Device.UPDATE'),
  summary:
    'Change terminal options; `useSecretPath` makes or removes the secret path (Device.MANAGE_NETWORKS). Other directions or another zone read its punches again: 409 PERIOD_LOCKED where locked days have some.',
  params: accountDeviceParams,
  body: z.strictObject({
    directions: directionSource.optional(),
    timeZone: line(64).nullable().optional(),
    useSecretPath: z.boolean().optional(),
    /** Only of a device that sends JSON; for events from here on. */
    fields: eventFields.optional(),
    /** Only of the makes that tell seconds since 1970; for events from here on. */
    epoch: epochMeaning.optional(),
  }),
  response: deviceOptions,
  stepUp: 'factor',
  refusals: ['PERIOD_LOCKED'],
});

/** Commands that change whom the terminal's punches are believed from, or what is read again: they need Device.MANAGE_NETWORKS and a proof of identity. */
export const TRUST_COMMANDS = ['RELOAD_HISTORY', 'FORGET_NETWORKS', 'REREGISTER'] as const;

/**
 * The commands that an administrator may send to a terminal. FORGET_NETWORKS: its next call is treated as its first, wherever it comes from.
 * REREGISTER: a 3.x terminal gets new codes once.
 */
export const deviceCommand = z.enum(['CHECK', 'LOG', 'INFO', 'REBOOT', 'RESEND_ROSTER', ...TRUST_COMMANDS]);
export type DeviceCommand = z.infer<typeof deviceCommand>;
export const isTrustCommand = (command: DeviceCommand) => TRUST_COMMANDS.some((each) => each === command);

export const queueDeviceCommand = endpoint({
  method: 'POST',
  path: '/device/by-account/:accountId/:deviceId/commands',
  access: admin('Device.COMMAND'),
  summary:
    'Queue a command for a terminal; RELOAD_HISTORY, FORGET_NETWORKS and REREGISTER need Device.MANAGE_NETWORKS.',
  params: accountDeviceParams,
  body: z.strictObject({ command: deviceCommand }),
  response: ok,
  stepUp: [{ ifGiven: 'command', among: TRUST_COMMANDS }],
});

/** The largest file that a terminal writes to a USB stick: some 200,000 punches, as many as the largest terminals keep. */
export const MAX_USB_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_USB_FILE_LINES = 200_000;
/** A preview or its outcome: `first` and `last` are local times of the terminal (YYYY-MM-DD HH:MM:SS). */
export const usbFileResult = z.object({
  added: z.int(),
  known: z.int(),
  /** Among the added ones: those older than 45 days, which wait for a decision. */
  waiting: z.int(),
  /** PINs of nobody, with their punches: stored until an employee has the PIN. */
  unmatched: z.object({ pins: z.array(z.string()).max(50), punches: z.int() }),
  refused: z.int(),
  /** The first lines that cannot be read. */
  lines: z.array(z.object({ line: z.int(), reason: z.string(), raw: z.string() })).max(100),
  first: z.string().nullable(),
  last: z.string().nullable(),
  /** The serial number in the file's name, where it is another terminal's. */
  otherSerial: z.string().nullable(),
  /** '3, not 1': the device numbers in its lines, where they are other ones than in the last file of this terminal, else than in the file's name. */
  otherNumbers: z.string().nullable(),
});
export type UsbFileResult = z.infer<typeof usbFileResult>;
/** Read a terminal's USB file. 409 for a device that is no terminal, and for what may be another terminal's file unless `isSure`. */
export const readUsbFile = endpoint({
  method: 'POST',
  path: '/device/by-account/:accountId/:deviceId/usb-file',
  access: admin('Device.UPDATE'),
  stepUp: [{ ifGiven: 'commit', among: [true] }],
  summary: 'Preview or store the punches of the file that a terminal wrote to a USB stick; read twice it adds nothing.',
  params: accountDeviceParams,
  body: z.strictObject({
    text: z.string().max(MAX_USB_FILE_BYTES),
    fileName: line(200),
    commit: z.boolean(),
    isSure: z.boolean().optional(),
  }),
  response: usbFileResult,
  refusals: ['CONFLICT'],
});

/** The templates of one person that terminals were told to delete, and their answers (docs/reference/privacy.md#templates). */
const templateDeletion = z.object({
  timeId: z.string(),
  /** Null: the terminal knew an employee under the PIN whom this account no longer has. */
  employee: z.object({ _id: documentId, number: z.string(), firstName: z.string(), lastName: z.string() }).nullable(),
  requestedAt: instant,
  deleted: z.int(),
  of: z.int(),
  /** The terminals that have not said that they deleted it, also those that the account has no longer: '(removed)'. */
  waiting: z
    .array(
      z.object({
        deviceId: documentId,
        deviceName: z.string(),
        /** Its last contact, which may be after the request; null: it never called. */
        silentSince: nullableInstant,
        /** The terminal's last answer, where it failed. */
        returnCode: z.int().nullable(),
      }),
    )
    .max(1_000),
});
export type TemplateDeletion = z.infer<typeof templateDeletion>;

export const listTemplateDeletions = endpoint({
  method: 'GET',
  path: '/device/deletions/by-account/:accountId',
  access: admin('Device.GET'),
  summary: 'People whom terminals were told to delete, with each terminal that has not confirmed it; the newest 200.',
  params: accountParams,
  response: z.object({ results: z.array(templateDeletion).max(200) }),
});
