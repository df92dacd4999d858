import { msg, t } from '@lingui/core/macro';
import type { RegisteredRouter } from '@tanstack/react-router';
import type { AlertCategory } from '#contract/reports/alerts.ts';
import { deletePush, getPush, type PushState, savePush } from '#contract/reports/push.ts';
import { forgetMark, keepMark, OPEN, takePath } from '#sw/deviceMark.ts';
import { call } from '../api/call.ts';
import { ApiError } from '../api/errors.ts';
import { textOf } from '../lib/base64url.ts';
import { sha256Of } from '../lib/sha256.ts';
import { deviceStorage, tabStorage } from '../lib/storage.ts';
import { session } from '../state/session.ts';
import { DEVICE_ALERTS_KEY } from './deviceAlertsKey.ts';
import { isInstalled, isIos } from './install.ts';
import { PENDING_MESSAGE_KEY } from './session/lifecycle.ts';

const BLOCKED = msg`Notifications are blocked for Tallyboard. Allow them in the settings of this browser.`;
const CANNOT = msg`This browser cannot receive alerts.`;

/** Returns why this browser cannot have alerts, in words; null when it can. */
export function whyNoAlerts(): string | null {
  if (!isSecureContext) return t`Alerts need an address that begins with https.`;
  if (isIos() && !isInstalled()) return t`Install Tallyboard first.`;
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return t(CANNOT);
  return Notification.permission === 'denied' ? t(BLOCKED) : null;
}

const registration = () => navigator.serviceWorker.getRegistration('/');
const subscription = async () => (await registration())?.pushManager.getSubscription();
const keyText = (bytes: ArrayBuffer | null) => (bytes ? textOf(bytes) : '');

/** Subscribes this browser and registers the subscription with the server. Throws an Error with the message to show. */
async function subscribe({ publicKey }: PushState, categories: readonly AlertCategory[]) {
  const worker = await registration();
  if (!worker) throw new Error(t(CANNOT));
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  await (await worker.pushManager.getSubscription())?.unsubscribe();
  const made = await worker.pushManager.subscribe(options).catch(() => {
    throw new Error(t(CANNOT));
  });
  await save(made, categories);
}

async function save(made: PushSubscription, categories: readonly AlertCategory[]) {
  const userId = session.get()?.info.userId;
  const keys = { p256dh: keyText(made.getKey('p256dh')), auth: keyText(made.getKey('auth')) };
  const body = { endpoint: made.endpoint, keys, categories: [...categories], isMine: true as const };
  const { mark } = await call(savePush, { body }).catch(async (error: unknown) => {
    await made.unsubscribe();
    throw error;
  });
  await keepMark(mark);
  if (userId) deviceStorage.set(DEVICE_ALERTS_KEY, userId);
}

/** Turns alerts on. Must be called in response to a tap, because the browser asks the user. Throws an Error with the message to show. */
export async function turnOnAlerts(state: PushState, categories: readonly AlertCategory[]): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error(t(BLOCKED));
  await subscribe(state, categories);
}

/** Changes the categories of which this device is notified. */
export async function chooseAlerts(state: PushState, categories: readonly AlertCategory[]): Promise<void> {
  const made = await subscription();
  if (made) await save(made, categories);
  else await subscribe(state, categories);
}

/** Turns alerts off here and on the server. Throws ApiError. */
export async function turnOffAlerts(): Promise<void> {
  await call(deletePush);
  await forgetAlerts();
}

/** Ends this browser's subscription, whatever the server knows; works without a connection. */
async function forgetAlerts(): Promise<void> {
  deviceStorage.remove(DEVICE_ALERTS_KEY);
  await forgetMark().catch(() => undefined);
  await (await subscription())?.unsubscribe().catch(() => undefined);
}

/** Compares this browser's subscription with the server's: if one side has ended it, the other does too; a new key or endpoint is registered. */
export async function compareAlerts(): Promise<PushState | undefined> {
  const state = await call(getPush).catch(async (error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return { publicKey: '', device: null };
    // A user who may no longer have alerts gets none.
    if (error instanceof ApiError && error.errorCode === 'PERMISSION_DENIED') await forgetAlerts();
    throw error;
  });
  if (!state.device) {
    await forgetAlerts();
    return state.publicKey ? state : undefined;
  }
  if (Notification.permission !== 'granted') {
    await turnOffAlerts();
    return { ...state, device: null };
  }
  const made = await subscription();
  const isSame =
    made &&
    keyText(made.options.applicationServerKey) === state.publicKey &&
    (await sha256Of(made.endpoint)) === state.device.endpointHash;
  if (isSame) await keepMark(state.device.mark);
  else await subscribe(state, state.device.categories);
  return state;
}

let stopWatching: () => void = () => undefined;
/**
 * Follows the sessions of this tab in a browser with alerts, and opens the path of a clicked notification; starting it again ends the earlier one.
 */
export function watchDeviceAlerts(router: RegisteredRouter) {
  stopWatching();
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  let known: string | undefined;
  const look = () => {
    const info = session.get()?.info;
    // A new password ends the subscription on the server; the cache secret then differs as well.
    const found = info && `${info.userId} ${info.cacheSecret}`;
    if (found === known) return;
    known = found;
    void (info ? arrive(info.userId, router) : leave()).catch(console.warn);
  };
  const follow = ({ data, ports }: MessageEvent) => {
    if (data?.type !== OPEN) return;
    ports[0]?.postMessage(true);
    router.history.push(session.get() ? data.path : `/login?redirect=${encodeURIComponent(data.path)}`);
  };
  const unsubscribe = session.subscribe(look);
  look();
  serviceWorker.addEventListener('message', follow);
  serviceWorker.startMessages();
  stopWatching = () => {
    unsubscribe();
    serviceWorker.removeEventListener('message', follow);
  };
}

async function arrive(userId: string, router: RegisteredRouter) {
  if (deviceStorage.get(DEVICE_ALERTS_KEY) !== userId) return forgetAlerts();
  const path = await takePath().catch(() => undefined);
  if (path?.startsWith('/employer/')) router.history.push(path);
  await compareAlerts();
  // A log-out meanwhile has ended the subscription: what the comparison wrote after it is deleted as well.
  if (deviceStorage.get(DEVICE_ALERTS_KEY) === null) await forgetAlerts();
}

/** A log-out needs no message; a session that ran out has one. */
const leave = async () => {
  if (tabStorage.get(PENDING_MESSAGE_KEY) === null) await forgetAlerts();
};
