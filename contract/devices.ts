import { z } from 'zod';
import {
  accountParams,
  activity,
  cacheKeyQuery,
  documentId,
  emailAddress,
  instant,
  line,
  nullableInstant,
  ok,
  requiredLine,
} from './common.ts';
import { admin, anyRole, employer, endpoint } from './endpoint.ts';
import { mailed } from './mail.ts';
import { normalSerial, SERIAL } from './serial.ts';

export const deviceType = z.enum(['ADMS', 'V1', 'V2']);
/** How a V2 device was added; ADMS terminals have none. */
export const deviceKind = z.enum(['adms', 'managed', 'unmanaged', 'standalone']);
export const mdmProfile = z.enum(['Open', 'Open (APN)', 'Restricted', 'Restricted (APN)']);
export type MdmProfile = z.infer<typeof mdmProfile>;
export const MDM_PROFILES = mdmProfile.options;

export const deviceInfo = z.object({
  make: z.string().nullable(),
  model: z.string().nullable(),
  platform: z.string().nullable(),
  platformVersion: z.string().nullable(),
  clientVersion: z.string().nullable(),
});

export const device = z.object({
  _id: documentId,
  deviceType,
  kind: deviceKind,
  /** Standalone: works offline and uploads when it can. */
  isOffline: z.boolean(),
  description: z.string(),
  lastActive: nullableInstant,
  employeeIds: z.array(documentId),
  mdmProfile: mdmProfile.nullable(),
  isActivated: z.boolean(),
  serialNumber: z.string(),
  imei: z.string().nullable(),
  deviceInfo: deviceInfo.nullable(),
  ...activity,
});
export type Device = z.infer<typeof device>;
const deviceList = z.object({ devices: z.array(device) });

const serial = requiredLine('Serial number', 64);
const imei = requiredLine('IMEI', 40);
const qrCodeSize = z.int().min(64).max(1_024);
const accountDeviceParams = accountParams.extend({ deviceId: documentId });

export const listAccountDevices = endpoint({
  method: 'GET',
  path: '/device/by-account/:accountId',
  access: admin('Device.GET'),
  summary: 'The devices of an account.',
  params: accountParams,
  response: deviceList,
});
export const listOwnDevices = endpoint({
  method: 'GET',
  path: '/device',
  access: employer('Account.GET_SYNC_STATUSES'),
  summary: 'The devices of the signed-in user’s account.',
  query: cacheKeyQuery,
  response: deviceList,
});
/** 409 ALREADY_EXISTS: a serial number belongs to one account only. */
export const createAdmsDevice = endpoint({
  method: 'POST',
  path: '/device/adms/for-account/:accountId',
  access: admin('Device.CREATE_FOR_ACCOUNT'),
  summary: 'Enrol a biometric terminal by serial number; claims it when it was sighted.',
  params: accountParams,
  body: z.strictObject({
    /** Case and spaces do not matter. */
    serial: serial
      .overwrite(normalSerial)
      .refine((text) => SERIAL.test(text), { error: 'Use letters, digits, dash and underscore' }),
  }),
  response: z.object({ id: documentId }),
  refusals: ['ALREADY_EXISTS'],
});
export const createManagedDevice = endpoint({
  method: 'POST',
  path: '/device/mdm/for-account/:accountId',
  access: admin('Device.CREATE_FOR_ACCOUNT'),
  summary: 'A phone or tablet set up by a provisioning QR code.',
  params: accountParams,
  body: z.strictObject({
    serialNumber: serial,
    imei,
    profile: mdmProfile,
    deviceType: z.string().max(20).optional(),
    qrCodeSize: qrCodeSize.optional(),
  }),
  response: z.object({ id: documentId, enrollmentQrCodeUrl: z.string() }),
  refusals: ['ALREADY_EXISTS'],
});
const activation = z.object({ id: documentId, activationToken: z.string(), expiresAt: instant });
export const createUnmanagedDevice = endpoint({
  method: 'POST',
  path: '/device/v2/for-account/:accountId',
  access: admin('Device.CREATE_FOR_ACCOUNT'),
  summary: 'A phone or tablet with the app installed by hand.',
  params: accountParams,
  body: z.strictObject({ serialNumber: serial, imei }),
  response: activation,
  refusals: ['ALREADY_EXISTS'],
});
export const createStandaloneDevice = endpoint({
  method: 'POST',
  path: '/device/standalone/for-account/:accountId',
  access: admin('Device.CREATE_FOR_ACCOUNT'),
  summary: 'A V2 device that works offline.',
  params: accountParams,
  body: z.strictObject({
    serialNumber: serial,
    imei,
    make: requiredLine('Make', 60),
    model: requiredLine('Model', 60),
  }),
  response: activation,
  refusals: ['ALREADY_EXISTS'],
});
export const deleteDevice = endpoint({
  method: 'DELETE',
  path: '/device/:deviceId',
  access: anyRole('Device.DELETE'),
  summary: 'Delete a device; its records stay.',
  params: z.object({ deviceId: documentId }),
  response: ok,
});
export const deleteAccountDevice = endpoint({
  method: 'DELETE',
  path: '/device/by-account/:accountId/:deviceId',
  access: admin('Device.DELETE'),
  summary: 'Delete a device of an account; its records stay.',
  params: accountDeviceParams,
  response: ok,
});
export const updateDevice = endpoint({
  method: 'PUT',
  path: '/device/by-account/:accountId/:deviceId',
  access: admin('Device.UPDATE'),
  summary: 'Change who clocks on a device, its description and its profile.',
  params: accountDeviceParams,
  body: z.strictObject({
    employeeIds: z.array(documentId).max(10_000),
    description: requiredLine('Description', 120),
    mdmProfile: mdmProfile.nullable().optional(),
  }),
  response: device,
  refusals: ['ALREADY_EXISTS'],
});
/** V2 devices only. A new code ends the old one and the device's token. */
export const regenerateActivation = endpoint({
  method: 'POST',
  path: '/device/regenerate-activation/for-account/:accountId',
  access: admin('Device.CREATE_FOR_ACCOUNT'),
  summary: 'A new activation or enrolment code for a V2 device.',
  params: accountParams,
  body: z.strictObject({ deviceId: documentId, qrCodeSize: qrCodeSize.optional() }),
  response: z.object({
    enrolmentQrCodeUrl: z.string().nullable(),
    activationToken: z.string().nullable(),
    expiresAt: instant,
  }),
});
/** V2 devices only; 410 EXPIRED when no code is valid. Changes nothing: the code and the device's token stay. */
export const viewActivationCode = endpoint({
  method: 'GET',
  path: '/device/by-account/:accountId/:deviceId/activation-code',
  access: admin('Device.CREATE_FOR_ACCOUNT'),
  summary: 'The activation or enrolment code that is valid now, without making a new one; noted in the audit trail.',
  params: accountDeviceParams,
  response: z.object({
    activationToken: z.string(),
    expiresAt: instant,
    /** The content of a managed device's QR code; null for the others. */
    enrolmentQrText: z.string().nullable(),
  }),
  refusals: ['CONFLICT', 'EXPIRED'],
});
/** The picture behind `enrolmentQrCodeUrl`: unguessable, ends with the code, gone when the code is used or expired. */
export const getEnrolmentQr = endpoint({
  method: 'GET',
  path: '/device/enrolment-qr/:secret/:code',
  access: 'public',
  summary: 'The enrolment QR code of a managed device, as PNG.',
  params: z.object({ secret: z.string().max(100), code: z.string().max(40) }),
  response: 'file',
  refusals: ['NOT_FOUND'],
});
export const sendActivationCode = endpoint({
  method: 'POST',
  path: '/device/send-activation-code/for-account/:accountId',
  access: admin('Device.CREATE_FOR_ACCOUNT'),
  summary: 'Mail the current activation code.',
  params: accountParams,
  body: z.strictObject({ deviceId: documentId, destinationAddress: emailAddress }),
  response: mailed,
  refusals: ['EXPIRED', 'LIMIT_REACHED'],
});
/** Own account (administrators: any), online, not standalone; else 409 CONFLICT. A terminal is told to send what it keeps. */
export const triggerSync = endpoint({
  method: 'POST',
  path: '/device/:deviceId/trigger-sync',
  access: anyRole('Device.REQUEST_SYNC', 'Device.COMMAND'),
  summary: 'Ask a device to send what it has, within a minute.',
  params: z.object({ deviceId: documentId }),
  response: ok,
});

/** 'age', or the network that the records came from; what a decision names. */
const quarantineOrigin = z.string().min(1).max(80);
/** A network that quarantined records came from. `range`: the wider range that may be accepted with the network. */
const quarantineSource = {
  origin: quarantineOrigin,
  /** Null for records older than 45 days. */
  network: z.string().nullable(),
  range: z.string().nullable(),
  /** The newest address of the network. */
  address: z.string().nullable(),
};
/** Records of a device that wait for a decision: in no number, and their people are `unverified` (rule 8). */
export const quarantineGroup = z.object({
  ...quarantineSource,
  punches: z.int(),
  entries: z.int(),
  first: instant,
  last: instant,
  firstReceived: instant,
  lastReceived: instant,
});
export type QuarantineGroup = z.infer<typeof quarantineGroup>;
/** The same beside an exception of a day. */
export const quarantineOfDevice = z.object({
  ...quarantineSource,
  deviceId: documentId,
  deviceName: z.string(),
  lastReceived: instant,
});
export const deviceNetwork = z.object({
  /** A /24 or /64, a wider range, or '*': anywhere. */
  network: z.string(),
  status: z.enum(['seen', 'accepted', 'rejected']),
  address: z.string().nullable(),
  firstSeen: instant,
  lastSeen: instant,
  decidedAt: nullableInstant,
  decidedBy: z.string().nullable(),
  /** Its last believed call came from there. */
  isCurrent: z.boolean(),
});
export const quarantineDecision = z.strictObject({
  origin: quarantineOrigin,
  decision: z.enum(['accept', 'reject']),
  /** How much is accepted: the network, its wider range, or every address (a device that changes its address often). */
  scope: z.enum(['network', 'range', 'anywhere']).default('network'),
});
export type QuarantineDecision = z.input<typeof quarantineDecision>;
/** Own account (administrators: any). The network may be one without waiting records; a decision can be changed by another. */
export const decideQuarantine = endpoint({
  method: 'POST',
  path: '/device/:deviceId/quarantine',
  access: anyRole('Device.REQUEST_SYNC', 'Device.COMMAND'),
  summary:
    'Accept or reject the network that a terminal calls from, or records older than 45 days, and what waits with it.',
  params: z.object({ deviceId: documentId }),
  body: quarantineDecision,
  response: z.object({ records: z.int() }),
});

/** Flight recorder of one device: what happened, what is missing, the next step. */
export const deviceRecorder = z.object({
  steps: z.array(z.object({ name: z.string(), at: nullableInstant })),
  /** One sentence: what to do next; null when all is well. */
  nextStep: z.string().nullable(),
  /** Clock drift in ms (device minus server); null when unknown. */
  driftMs: z.int().nullable(),
  accepted: z.int(),
  duplicates: z.int(),
  /** Punches that the terminal says it keeps and has not sent; null when it does not say. */
  backlog: z.int().nullable().optional(),
  rejected: z.array(z.object({ reason: z.string(), count: z.int() })),
  /** Records in no number until somebody decides, by where they came from (security.md S-42). */
  quarantine: z.array(quarantineGroup).max(100),
  /** The networks that a terminal has called from, the newest first. */
  networks: z.array(deviceNetwork).max(200),
  /** The records that a V2 device had not sent yet at its last contact, and the time of that contact. */
  waiting: z.object({ count: z.int(), at: instant }).nullable().optional(),
  /** Records that a V2 device counted and never sent, by its own numbers (security.md S-46). */
  missingRecords: z.array(z.tuple([z.int(), z.int()])).optional(),
  unmatchedPins: z.array(z.object({ timeId: z.string(), count: z.int() })),
  pendingCommands: z.int(),
  commands: z.array(
    z.object({
      id: z.string(),
      command: z.string(),
      status: z.enum(['queued', 'sent', 'done', 'failed', 'expired']),
      returnCode: z.int().nullable(),
      /** The terminal's own error log about it. */
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
  summary: 'The flight recorder of a device.',
  params: accountDeviceParams,
  response: deviceRecorder,
});
/** The source of IN and OUT of a terminal's punches: its state keys, by turns, or its keys once it has sent another than 0. */
export const directionSource = z.enum(['found', 'trust', 'alternate']);
export type DirectionSource = z.infer<typeof directionSource>;
export const deviceOptions = z.object({
  directions: directionSource,
  /** It has sent another state key than 0: it knows IN from OUT. */
  sendsDirections: z.boolean(),
  timeZone: z.string().max(64).nullable(),
  /** Only requests under its secret path are this terminal's. */
  hasSecretPath: z.boolean(),
  /** `/d/{secretPath}/iclock`, in the one answer of the change that made it: only its hash is kept. */
  secretPath: z.string().nullable(),
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
    'Change terminal options; `useSecretPath` makes or removes the secret path. Other directions or another zone read its punches again.',
  params: accountDeviceParams,
  body: z.strictObject({
    directions: directionSource.optional(),
    timeZone: line(64).nullable().optional(),
    useSecretPath: z.boolean().optional(),
  }),
  response: deviceOptions,
});
/**
 * The commands that an administrator may send to a terminal. FORGET_NETWORKS: the next call is its first, wherever it comes from. REREGISTER: a 3.x
 * terminal gets new codes once.
 */
export const deviceCommand = z.enum([
  'CHECK',
  'LOG',
  'INFO',
  'REBOOT',
  'RESEND_ROSTER',
  'RELOAD_HISTORY',
  'FORGET_NETWORKS',
  'REREGISTER',
]);
export const queueDeviceCommand = endpoint({
  method: 'POST',
  path: '/device/by-account/:accountId/:deviceId/commands',
  access: admin('Device.COMMAND'),
  summary: 'Queue a command for a terminal.',
  params: accountDeviceParams,
  body: z.strictObject({ command: deviceCommand }),
  response: ok,
});

/** The settings to type into a terminal's menu, and what stands between it and this server. */
export const terminalAddress = z.object({
  /** Null: this machine has no address that another one could call. */
  host: z.string().nullable(),
  port: z.int(),
  /** One sentence where terminals will not reach the server like this, and what to do. */
  warning: z.string().nullable(),
});
export type TerminalAddress = z.infer<typeof terminalAddress>;
export const getTerminalAddress = endpoint({
  method: 'GET',
  path: '/device/terminal-address',
  access: admin('Device.CREATE_FOR_ACCOUNT'),
  summary: 'Where terminals find this server: TERMINAL_URL, or the address of the machine.',
  response: terminalAddress,
});

/** Terminals that called in without being enrolled. */
export const sighting = z.object({
  serialNumber: z.string(),
  model: z.string().nullable(),
  address: z.string(),
  firstSeen: instant,
  lastSeen: instant,
  attempts: z.int(),
});
export const listSightings = endpoint({
  method: 'GET',
  path: '/device/sightings',
  access: admin('Device.CREATE_FOR_ACCOUNT'),
  summary: 'Unknown terminals, the newest 200, to be claimed by enrolling their serial number.',
  response: z.object({ results: z.array(sighting) }),
});
