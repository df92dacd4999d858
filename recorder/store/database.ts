/** The IndexedDB database `recorder` (recorder.md, On the device). One transaction for each act, on disk when it is answered. */
export const STORES = ['log', 'readings', 'people', 'lookups', 'jobs', 'meta'] as const;
export type StoreName = (typeof STORES)[number];
export type Stores = { [name in StoreName]: IDBObjectStore };
const VERSION = 1;

export class NewerDatabase extends Error {}

/** Migrations only add: an older release must find what it knows. */
function migrate(db: IDBDatabase, from: number) {
  if (from < 1) {
    const log = db.createObjectStore('log', { keyPath: 'id' });
    log.createIndex('state', 'state');
    // Held records have no sequence and are in no queue.
    log.createIndex('queue', ['state', 'sequence']);
    log.createIndex('wall', 'wall');
    log.createIndex('group', 'group');
    db.createObjectStore('readings', { keyPath: 'id', autoIncrement: true });
    const people = db.createObjectStore('people', { keyPath: '_id' });
    people.createIndex('number', 'number');
    people.createIndex('timeId', 'timeId');
    db.createObjectStore('lookups', { keyPath: ['lookup', 'code'] });
    db.createObjectStore('jobs', { keyPath: 'id' });
    db.createObjectStore('meta');
  }
}

export const asked = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function open(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open('recorder', VERSION);
    request.onupgradeneeded = ({ oldVersion }) => migrate(request.result, oldVersion);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () =>
      reject(
        request.error?.name === 'VersionError' ? new NewerDatabase() : (request.error ?? new Error('No database')),
      );
  });
}

/** The device has no room left. */
export const isFull = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError';
const isLost = (error: unknown) =>
  error instanceof Error && /InvalidStateError|UnknownError|AbortError/.test(error.name);

export type Act<T> = (stores: Stores) => Promise<T>;
export type Mode = 'readonly' | 'readwrite';

/** The open database; opened anew when the browser lost it (iOS does, in the background). */
export class RecorderDatabase {
  /** The browser lost it once: the page is to start anew when it can. */
  wasLost = false;
  #db: IDBDatabase | undefined;
  readonly #factory: IDBFactory;
  readonly #makeRoom: () => Promise<boolean>;
  /** `makeRoom` gives up what can be spared of a full device; false when there is nothing. */
  constructor(factory: IDBFactory, makeRoom = async () => false) {
    this.#factory = factory;
    this.#makeRoom = makeRoom;
  }

  /**
   * Runs `act` in one transaction and answers what it answers once that is on disk; throws, with nothing changed, when it is not. An act
   * must be safe to run anew after a lost database or a full device: it adds under ids of its own, so that a second `add` says that the first was kept.
   */
  async run<T>(mode: Mode, act: Act<T>): Promise<T> {
    try {
      return await this.#once(mode, act);
    } catch (error) {
      if (isFull(error) ? !(await this.#makeRoom()) : !isLost(error)) throw error;
      if (!isFull(error)) {
        this.wasLost = true;
        this.close();
      }
      return this.#once(mode, act);
    }
  }
  close() {
    this.#db?.close();
    this.#db = undefined;
  }

  async #once<T>(mode: Mode, act: Act<T>): Promise<T> {
    const db = await this.#opened();
    const transaction = db.transaction([...STORES], mode, { durability: 'strict' });
    const stored = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new DOMException('Aborted', 'AbortError'));
    });
    // Whoever waits for `act` hears of the failure there.
    stored.catch(() => undefined);
    const stores = Object.fromEntries(STORES.map((name) => [name, transaction.objectStore(name)])) as Stores; // one of each name
    try {
      const value = await act(stores);
      await stored;
      return value;
    } catch (error) {
      try {
        transaction.abort();
      } catch {
        // It has ended already.
      }
      throw transaction.error ?? error;
    }
  }
  async #opened(): Promise<IDBDatabase> {
    if (this.#db) return this.#db;
    const db = await open(this.#factory);
    const forget = () => {
      if (this.#db === db) this.#db = undefined;
    };
    db.onclose = forget;
    // A newer release wants to migrate, or the device is being removed.
    db.onversionchange = () => {
      db.close();
      forget();
    };
    this.#db = db;
    return db;
  }
}
