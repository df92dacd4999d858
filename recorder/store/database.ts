/** The IndexedDB database `recorder`. Each act is one transaction, on disk when it is answered. */
export const STORES = ['log', 'readings', 'people', 'lookups', 'jobs', 'meta', 'containers'] as const;
export type StoreName = (typeof STORES)[number];
export type Stores = { [name in StoreName]: IDBObjectStore };
/** 2: the log has what people say of their days, which no earlier release can read. 3: containers. */
const VERSION = 3;

export class NewerDatabase extends Error {}

/** Migrations only add, because an older release must still find what it knows. */
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
  if (from < 3) db.createObjectStore('containers', { keyPath: 'number' }).createIndex('until', 'until');
}

export const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
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

/** Returns true if the device has no space left. */
export const isFull = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError';
const isLost = (error: unknown) =>
  error instanceof Error && /InvalidStateError|UnknownError|AbortError/.test(error.name);

export type Act<T> = (stores: Stores) => Promise<T>;
export type Mode = 'readonly' | 'readwrite';

/** The open database, which is opened again when the browser loses it (iOS does so in the background). */
export class RecorderDatabase {
  /** The browser has lost it once: the page should reload when it can. */
  wasLost = false;
  #db: IDBDatabase | undefined;
  readonly #factory: IDBFactory;
  readonly #makeRoom: () => Promise<boolean>;
  /** `makeRoom` deletes what a full device can spare; returns false when there is nothing. */
  constructor(factory: IDBFactory, makeRoom = async () => false) {
    this.#factory = factory;
    this.#makeRoom = makeRoom;
  }

  /**
   * Runs `act` in one transaction and returns its result once that is on disk; throws, with nothing changed, when it is not. An act must be
   * repeatable after a lost database or a full device: it adds rows under its own ids, so that a second `add` shows that the first was stored.
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
    // The caller that waits for `act` gets the failure there.
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
        // The transaction has ended already.
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
