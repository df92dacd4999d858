import { z } from 'zod';
import { accountParams, documentId, emailAddress, instant, ok, requiredLine } from '../platform/common.ts';
import { admin, anyRole, endpoint } from '../platform/endpoint.ts';
import { mailed } from '../platform/mail.ts';
import { textOrMessage } from '../platform/message.ts';
import { normalSerial, SERIAL } from '../platform/serial.ts';
import { words } from '../platform/words.ts';
import { accountDevice, accountDeviceParams, device, mdmProfile } from './devices.ts';
import { terminalMake } from './makes.ts';

const serial = requiredLine(words('Serial number is required'), 64);
const imei = requiredLine(words('IMEI is required'), 40);
const qrCodeSize = z.int().min(64).max(1_024);
/** Of every new device: its name, 'New Device' without one, and the employees who clock on it. */
const named = {
  description: requiredLine(words('Description is required'), 120).optional(),
  employeeIds: z.array(documentId).max(10_000).optional(),
};

/** 409 ALREADY_EXISTS: a serial number belongs to one account only; CONFLICT: for its first terminal an account's time zone must have been chosen. */
export const createAdmsDevice = endpoint({
  method: 'POST',
  path: '/device/adms/for-account/:accountId',
  access: admin('Device.CREATE_FOR_ACCOUNT'),
  stepUp: 'factor',
  summary: 'Enrol a biometric terminal; one that calls by serial number is claimed when it was sighted.',
  params: accountParams,
  body: z.strictObject({
    /** Case and spaces do not matter. */
    serial: serial
      .overwrite(normalSerial)
      .refine((text) => SERIAL.test(text), { error: words('Use letters, digits, dash and underscore') }),
    make: terminalMake.default('adms'),
    ...named,
  }),
  /** The secret of the path of a make with an address of its own: shown once. */
  response: z.object({ id: documentId, secretPath: z.string().nullable() }),
  refusals: ['ALREADY_EXISTS', 'CONFLICT'],
});

export const createManagedDevice = endpoint({
  method: 'POST',
  path: '/device/mdm/for-account/:accountId',
  access: admin('Device.CREATE_FOR_ACCOUNT'),
  stepUp: 'factor',
  summary: 'A phone or tablet set up by a provisioning QR code.',
  params: accountParams,
  body: z.strictObject({
    serialNumber: serial,
    imei,
    profile: mdmProfile,
    deviceType: z.string().max(20).optional(),
    qrCodeSize: qrCodeSize.optional(),
    ...named,
  }),
  response: z.object({ id: documentId, enrollmentQrCodeUrl: z.string() }),
  refusals: ['ALREADY_EXISTS'],
});

const activation = z.object({ id: documentId, activationToken: z.string(), expiresAt: instant });

export const createUnmanagedDevice = endpoint({
  method: 'POST',
  path: '/device/v2/for-account/:accountId',
  access: admin('Device.CREATE_FOR_ACCOUNT'),
  stepUp: 'factor',
  summary: 'A phone or tablet with the app installed by hand.',
  params: accountParams,
  body: z.strictObject({ serialNumber: serial, imei, ...named }),
  response: activation,
  refusals: ['ALREADY_EXISTS'],
});

export const createStandaloneDevice = endpoint({
  method: 'POST',
  path: '/device/standalone/for-account/:accountId',
  access: admin('Device.CREATE_FOR_ACCOUNT'),
  stepUp: 'factor',
  summary: 'A V2 device that works offline.',
  params: accountParams,
  body: z.strictObject({
    serialNumber: serial,
    imei,
    make: requiredLine(words('Make is required'), 60),
    model: requiredLine(words('Model is required'), 60),
    ...named,
  }),
  response: activation,
  refusals: ['ALREADY_EXISTS'],
});

export const deleteDevice = endpoint({
  method: 'DELETE',
  path: '/device/:deviceId',
  access: anyRole('Device.DELETE'),
  stepUp: 'factor',
  summary: 'Delete a device; its records stay.',
  params: z.object({ deviceId: documentId }),
  response: ok,
});

export const deleteAccountDevice = endpoint({
  method: 'DELETE',
  path: '/device/by-account/:accountId/:deviceId',
  access: admin('Device.DELETE'),
  stepUp: 'factor',
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
    description: requiredLine(words('Description is required'), 120),
    mdmProfile: mdmProfile.nullable().optional(),
  }),
  entity: accountDevice,
  response: device,
  refusals: ['ALREADY_EXISTS'],
});

/** For V2 devices only. A new code invalidates the old one and the device's token. */
export const regenerateActivation = endpoint({
  method: 'POST',
  path: '/device/regenerate-activation/for-account/:accountId',
  access: admin('Device.CREATE_FOR_ACCOUNT', 'Device.MANAGE_NETWORKS'),
  stepUp: 'factor',
  summary: 'A new activation or enrolment code for a V2 device.',
  params: accountParams,
  body: z.strictObject({ deviceId: documentId, qrCodeSize: qrCodeSize.optional() }),
  response: z.object({
    enrolmentQrCodeUrl: z.string().nullable(),
    activationToken: z.string().nullable(),
    expiresAt: instant,
  }),
});

/** For V2 devices only; 410 EXPIRED when no code is valid. Changes nothing: the code and the device's token stay valid. */
export const viewActivationCode = endpoint({
  method: 'GET',
  path: '/device/by-account/:accountId/:deviceId/activation-code',
  access: admin('Device.CREATE_FOR_ACCOUNT', 'Device.MANAGE_NETWORKS'),
  stepUp: 'factor',
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

/** The picture at `enrolmentQrCodeUrl`. Its address cannot be guessed and stops working when the code is used, replaced or expired. */
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
  access: admin('Device.CREATE_FOR_ACCOUNT', 'Device.MANAGE_NETWORKS'),
  stepUp: 'factor',
  summary: 'Mail the current activation code.',
  params: accountParams,
  body: z.strictObject({ deviceId: documentId, destinationAddress: emailAddress }),
  response: mailed,
  refusals: ['EXPIRED', 'LIMIT_REACHED'],
});

/** The settings to type into a terminal's menu, and any obstacle between the terminal and this server. */
export const terminalAddress = z.object({
  /** Null: this machine has no address that another machine could call. */
  host: z.string().nullable(),
  port: z.int(),
  /** The address for software, which speaks https where people's browsers do: scheme, host and port; null where `host` is. */
  origin: z.string().nullable(),
  /** One sentence that says why terminals will not reach the server at this address, and what to do; null where they will. */
  warning: z.string().nullable(),
  /** The message of `warning`, for other languages. */
  words: textOrMessage.nullable().optional(),
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
