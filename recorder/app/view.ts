import type { SendState } from '../send/sender.ts';
import { resultOf, type Stores } from '../store/database.ts';
import { type JobRow, jobRows } from '../store/jobs.ts';
import { countIn } from '../store/log.ts';
import {
  type Activation,
  type ContainerKind,
  type Off,
  type Plan,
  readMeta,
  readSending,
  readSettings,
  type Sending,
  type Settings,
  sending,
  settings,
  type ToldTeam,
} from '../store/meta.ts';
import { lastContact } from '../store/readings.ts';
import { allLookups, type Lookup } from '../store/roster.ts';
import { isInstalled } from './device.ts';
import { sinceMidnight } from './times.ts';

export type Phase = 'loading' | 'elsewhere' | 'newer' | 'broken' | 'setup' | 'ready' | 'home';
/** The state that the screens show. */
export type View = {
  phase: Phase;
  activation: Activation | null;
  next: Activation | null;
  settings: Settings;
  sending: Sending;
  send: SendState;
  /** The number of records that are held or queued. */
  waiting: number;
  refused: number;
  people: number;
  lookups: Lookup[];
  jobs: JobRow[];
  /** Work that the office plans for this device, by time. */
  plans: Plan[];
  containerKinds: ContainerKind[];
  /** The defects for which samples are looked at. */
  defects: { _id: string; name: string }[];
  /** The teams of the office for which can be counted. */
  teams: ToldTeam[];
  hasCode: boolean;
  /** The server's time minus the device's wall clock (ms). */
  offset: number;
  battery: number | null;
  isPersisted: boolean;
  isInstalled: boolean;
  /** Shows the browser's prompt to install, where a page may do that. */
  install: (() => void) | null;
  /** Applies a release that waits. */
  update: (() => void) | null;
  off: Off | null;
};
const emptyView = (): View => ({
  phase: 'loading',
  activation: null,
  next: null,
  settings: settings.parse({}),
  sending: sending.parse({}),
  send: { kind: 'idle', since: 0 },
  waiting: 0,
  refused: 0,
  people: 0,
  lookups: [],
  jobs: [],
  plans: [],
  containerKinds: [],
  defects: [],
  teams: [],
  hasCode: false,
  offset: 0,
  battery: null,
  isPersisted: false,
  isInstalled: isInstalled(),
  install: null,
  update: null,
  off: null,
});

/** The view, with the listeners to its changes. */
export class ViewStore {
  #view = emptyView();
  readonly #listeners = new Set<() => void>();
  readonly get = () => this.#view;
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  set(change: Partial<View>) {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }
  /** Takes over what was read; the phase follows from it, unless this page cannot work or another window is recording. */
  take(read: Awaited<ReturnType<typeof readView>>) {
    const { phase } = this.#view;
    const isHere = phase === 'loading' || phase === 'setup' || phase === 'ready' || phase === 'home';
    const ownPhase = !read.activation || read.next ? 'setup' : read.settings.isStarted ? 'home' : 'ready';
    this.set({ ...read, ...(isHere && { phase: ownPhase }) });
  }
}

/** Reads from the database what the view shows. */
export async function readView(stores: Stores) {
  const contact = await lastContact(stores);
  return {
    activation: (await readMeta(stores, 'activation')) ?? null,
    next: (await readMeta(stores, 'next')) ?? null,
    settings: await readSettings(stores),
    sending: await readSending(stores),
    waiting: (await countIn(stores, 'held')) + (await countIn(stores, 'queued')),
    refused: await countIn(stores, 'refused'),
    people: await resultOf(stores.people.count()),
    lookups: await allLookups(stores),
    jobs: await jobRows(stores),
    plans: (await readMeta(stores, 'plans')) ?? [],
    containerKinds: (await readMeta(stores, 'containerKinds')) ?? [],
    defects: (await readMeta(stores, 'defects')) ?? [],
    teams: (await readMeta(stores, 'teams')) ?? [],
    hasCode: (await readMeta(stores, 'code')) !== undefined,
    off: (await readMeta(stores, 'off')) ?? null,
    offset: contact?.server === undefined ? 0 : contact.server - contact.wall,
  };
}

/** Returns the device's wall clock (ms) at the account's last midnight. */
export const dayStartOf = ({ offset, activation }: View, wall: number): number =>
  Math.floor((wall - sinceMidnight(wall + offset, activation?.timeZone ?? 'UTC')) / 1000) * 1000;
