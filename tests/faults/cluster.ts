import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '../../scripts/freePort.ts';
import { postgresBinaries } from '../../scripts/postgres.ts';
import { ask, installSystemPackage } from '../../scripts/run.ts';
import { Host } from './host.ts';
import { pause } from './rig.ts';

const HAPROXY = '/usr/sbin/haproxy';
const TOOLS = [
  { tool: 'patroni', packages: 'patroni python3-etcd' },
  { tool: 'etcd', packages: 'etcd-server' },
  { tool: HAPROXY, packages: 'haproxy' },
];
const PORTS = ['5432', '8008', '2379', '2380'];
const PASSWORD = 'between-machines-only';
/** A lost primary recovers by itself, waits for a checkpoint of the new one and is rewound: on a machine without time that takes minutes. */
const PATIENCE_MS = 300_000;

/** Returns what set-up C lacks here, in words; undefined when all of it is installed. `install`: install it from the system's packages. */
export async function missingForCluster({ install }: { install: boolean }): Promise<string | undefined> {
  const missing = () => TOOLS.filter(({ tool }) => !ask('which', [tool]));
  if (install) for (const { packages } of missing()) await installSystemPackage(...packages.split(' '));
  const [first] = missing();
  return first && `${first.tool.split('/').at(-1)} is not installed`;
}

/**
 * Set-up C of docs/operating.md with its own files (deploy/failover): three hosts with etcd, two of them with Patroni and PostgreSQL, and a HAProxy
 * that leads to the primary. Each host is an address of loopback and a temporary folder; ports are free ones.
 */
export class Cluster {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tallyboard-cluster-'));
  readonly #network = `127.${1 + Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}.`;
  readonly #ports: ReadonlyMap<string, number>;
  readonly databases: readonly [Host, Host];
  /** All hosts with etcd. */
  readonly hosts: readonly Host[];
  readonly #proxy: Host;
  readonly #stopAtExit = () => this.stop();

  private constructor(ports: ReadonlyMap<string, number>) {
    this.#ports = ports;
    chmodSync(this.#folder, 0o777);
    const host = (name: string, last: number, programs: (host: Host) => void) =>
      new Host(name, `${this.#network}${last}`, join(this.#folder, name), ports.get('8008') ?? 0, programs);
    const database = (name: string, last: number) =>
      host(name, last, (own) => {
        this.#runEtcd(own);
        own.run('patroni', [this.#write('patroni.yml', own)]);
      });
    this.databases = [database('db1', 1), database('db2', 2)];
    this.hosts = [...this.databases, host('db3', 3, (own) => this.#runEtcd(own))];
    this.#proxy = host('proxy', 9, (own) => own.run(HAPROXY, ['-db', '-f', this.#write('haproxy.cfg', own)]));
    process.once('exit', this.#stopAtExit);
  }

  /** Starts the cluster, creates the user and the database, and waits until the standby is synchronous. */
  static async start(): Promise<Cluster> {
    const ports = new Map<string, number>();
    for (const port of PORTS) ports.set(port, await freePort());
    const cluster = new Cluster(ports);
    try {
      for (const host of [...cluster.hosts, cluster.#proxy]) host.start();
      await cluster.untilWhole();
      await cluster.#makeUser();
      return cluster;
    } catch (error) {
      cluster.stop();
      throw error;
    }
  }

  /** The address that never changes. */
  get url() {
    return `postgresql://tallyboard:${PASSWORD}@${this.#proxy.address}:${this.#ports.get('5432')}/tallyboard`;
  }

  async primary(): Promise<Host | undefined> {
    const [first, second] = this.databases;
    if (await first.is('primary')) return first;
    return (await second.is('primary')) ? second : undefined;
  }

  /** Waits until the primary has a synchronous standby; without one nobody would be promoted. */
  async untilWhole(): Promise<{ primary: Host; standby: Host }> {
    for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await pause(100)) {
      const primary = await this.primary();
      const standby = this.databases.find((host) => host !== primary);
      if (primary && standby && (await standby.is('synchronous'))) return { primary, standby };
    }
    throw this.failure(`No primary with a synchronous standby after ${PATIENCE_MS / 1_000} s`);
  }

  /** A state that the cluster did not reach, with the cause if Patroni's log tells it. */
  failure(what: string): Error {
    const stale = this.databases.filter(({ isStale }) => isStale).map(({ name }) => name);
    const cause = stale.length > 0 ? `; Patroni of ${stale} holds a stale view of etcd (its pull request 2783)` : '';
    return new Error(`${what}${cause}\n${this.databases.map((host) => host.lastWords).join('\n')}`);
  }

  stop() {
    process.off('exit', this.#stopAtExit);
    for (const host of [this.#proxy, ...this.hosts]) host.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #makeUser() {
    const url = new URL(this.url);
    [url.username, url.pathname] = ['postgres', '/postgres'];
    const client = new Client({ connectionString: url.href });
    await client.connect();
    try {
      // CREATEDB because each fault uses a database of its own.
      await client.query(`create role tallyboard login createrole createdb password '${PASSWORD}'`);
      await client.query('create database tallyboard owner tallyboard');
    } finally {
      await client.end();
    }
  }

  #runEtcd(host: Host) {
    const lines = this.#configured('etcd.env', host).matchAll(/^(\w+)=(.*)$/gm);
    host.run('etcd', [], Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value])));
  }

  #write(file: string, host: Host): string {
    const path = join(host.folder, file);
    writeFileSync(path, this.#configured(file, host));
    return path;
  }

  /** Returns a file of deploy/failover for `host`, with loopback addresses, free ports and paths in the temporary folder. */
  #configured(file: string, { name, address, folder }: Host): string {
    return readFileSync(join(import.meta.dirname, '../../deploy/failover', file), 'utf8')
      .replaceAll('10.0.0.0/24', '127.0.0.0/8')
      .replaceAll('10.0.0.', this.#network)
      .replaceAll('127.0.0.1:', `${address}:`)
      .replaceAll('HOST_NAME', name)
      .replaceAll('HOST_ADDRESS', address)
      .replaceAll(/SUPERUSER_PASSWORD|REPLICATION_PASSWORD/g, PASSWORD)
      .replaceAll('/usr/lib/postgresql/15/bin', postgresBinaries() ?? '')
      .replaceAll('/var/lib/etcd', join(folder, 'etcd'))
      .replaceAll('/var/lib/postgresql/15', join(folder, 'patroni'))
      .replaceAll('/var/run/postgresql', join(folder, 'patroni'))
      .replaceAll(/(?<=:|port )(5432|8008|2379|2380)\b/g, (port) => String(this.#ports.get(port)));
  }
}
