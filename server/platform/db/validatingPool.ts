import { Pool, type PoolClient, type PoolConfig } from 'pg';

/** A connection that was used less than this ago is not validated. */
const RESTED_MS = 10_000;
const STILL_THERE_MS = 3_000;

/**
 * A pool that validates connections that were idle. The other end may have gone without notice (a failover, a firewall that dropped the connection),
 * which a statement would only notice after its whole deadline.
 */
export class ValidatingPool extends Pool {
  readonly #heardAt = new WeakMap<object, number>();
  /** Connections last used before this moment are dropped without validation, because one of them did not answer. */
  #silentSince = Number.NEGATIVE_INFINITY;

  constructor(config: PoolConfig) {
    super(config);
    this.on('release', (error, client) => void (error || this.#heardAt.set(client, performance.now())));
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Parameters<Pool['connect']>[0]): void;
  override connect(callback?: Parameters<Pool['connect']>[0]): Promise<PoolClient> | undefined {
    const connected = this.#connect();
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  async #connect(): Promise<PoolClient> {
    for (;;) {
      const client = await super.connect();
      if (await this.#isThere(client)) return client;
      client.release(true);
    }
  }

  async #isThere(client: PoolClient): Promise<boolean> {
    const heardAt = this.#heardAt.get(client);
    if (heardAt === undefined) return true;
    if (heardAt < this.#silentSince) return false;
    if (performance.now() - heardAt < RESTED_MS) return true;
    try {
      await client.query({ text: 'select 1', query_timeout: STILL_THERE_MS });
      return true;
    } catch {
      this.#silentSince = performance.now();
      return false;
    }
  }
}
