import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createPasswordHasher } from './access/session/passwordHash.ts';
import { buildApp } from './app.ts';
import { composeServices } from './compose.ts';
import { warnOfTerminalAddress } from './intake/devices/terminalAddress.ts';
import { bootstrap } from './operations/accounts/bootstrap.ts';
import { directoryProblems, doubtfulSettings, networkProblems } from './operations/doctor/doctor.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { type Config, readConfig } from './platform/config.ts';
import { untilRoom } from './platform/db/bundled/space.ts';
import { openDatabase } from './platform/db/database.ts';
import { privateDataDir } from './platform/db/dataDir.ts';
import { readEnvironment } from './platform/environment.ts';
import { loggedBy } from './platform/http/requestLog.ts';
import { createJobs } from './platform/jobs/boss.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import { explainListening, portInUse } from './platform/listening.ts';
import { createLog } from './platform/log.ts';
import { INTERNET, type PushNetwork } from './platform/pushService/network.ts';
import { checkInstanceKey, refuseMissingKey } from './platform/secrets/keyCheck.ts';

/** The time that running requests and jobs may take after SIGTERM. */
const FINISH_MS = 10_000;
const JOBS_SHUTDOWN_MS = 6_000;
/** Those, then what the bundled PostgreSQL may take (platform/db/bundled/postmaster.ts). */
const SHUTDOWN_MS = FINISH_MS + 55_000;
const DIST = join(import.meta.dirname, '../dist');

export type RunningServer = { address: string; jobs: Jobs; close(): Promise<void> };

/**
 * Checks HOST, PORT and DATA_DIR before anything is opened: throws one line when DATA_DIR or HOST is wrong. If PORT is in use it returns that error
 * for later, because the lock of the data directory tells more when another Tallyboard uses it.
 */
export function checkPlace(config: Config): Promise<Error | undefined> {
  privateDataDir(config.dataDir);
  return portInUse(config);
}

/** Ends the process of a server whose bundled PostgreSQL does not stay. */
function endWithout(error: Error): never {
  console.error(`Tallyboard ends: ${error.message}`);
  process.exit(1);
}

/** Starts the server: database, migrations, first administrator, jobs, listen. Throws one-line errors for problems that an operator can solve. */
async function startServer(config: Config, clock: Clock, pushNetwork: PushNetwork): Promise<RunningServer> {
  const log = createLog(config.logLevel);
  const inUse = await checkPlace(config);
  if (!config.databaseUrl) await untilRoom(config.dataDir, (message) => log.error(message));
  const database = await openDatabase(config, log, endWithout);
  const { db, ingestDb, connectionString, isBundled } = database;
  const jobs = createJobs({ connectionString, isBundled, log });
  try {
    if (inUse) throw inUse;
    await refuseMissingKey(db, config);
    const services = composeServices({ config, clock, db, ingestDb, connectionString, jobs, log, pushNetwork });
    await checkInstanceKey(db, services.secrets);
    const password = await bootstrap(services, createPasswordHasher(config.passwordCost));
    if (password)
      console.log(
        `\nThe first administrator: user name admin, password ${password}\n(shown only now; it is changed at the first log-in)\n`,
      );

    if (!existsSync(join(DIST, 'index.html')))
      log.error(
        'the web application is not built, so that nobody can look: run npm run build, or start with npm start',
      );
    warnOfTerminalAddress(config, log);
    for (const problem of [...doubtfulSettings(config), ...(await directoryProblems(config))]) log.warn(problem);
    // A provider or a mail server that is away keeps nobody waiting.
    void networkProblems(config, clock).then((found) => {
      for (const problem of found) log.warn(problem);
    });
    const app = await buildApp(services, loggedBy(log), { dist: DIST, databaseStats: database.stats });
    await jobs.start();
    const address = await app.listen({ port: config.port, host: config.host }).catch((error) => {
      throw explainListening(config, error);
    });
    log.info(
      { address, version: config.version, database: isBundled ? 'bundled PostgreSQL' : 'PostgreSQL' },
      'Tallyboard is listening',
    );
    return {
      address,
      jobs,
      async close() {
        // First jobs and requests finish, then the database is closed.
        const finished = Promise.all([app.close(), jobs.stop(JOBS_SHUTDOWN_MS)]);
        const isLate = await Promise.race([finished, pause(FINISH_MS, 'late', { ref: false })]);
        await database.close();
        if (isLate === 'late') throw new Error(`requests or jobs still ran after ${FINISH_MS / 1_000} s`);
        log.info('Tallyboard has stopped');
      },
    };
  } catch (error) {
    await jobs.stop(0).catch(() => undefined);
    await database.close();
    throw error;
  }
}

/**
 * Runs the process: starts the server, and ends after SIGTERM or SIGINT. Exit code 1 when it could not start or not end in time. Tests pass
 * their own `clock` and `pushNetwork`; the defaults are the machine's clock and the internet.
 */
export async function main(clock = systemClock, pushNetwork = INTERNET): Promise<RunningServer | undefined> {
  const fail = (reason: string, error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    for (const line of message.split('\n')) console.error(`${reason}: ${line}`);
    if (process.env.LOG_LEVEL === 'debug' || !(error instanceof Error)) console.error(error);
    process.exit(1);
  };
  let server: RunningServer | undefined;
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    setTimeout(
      () => fail('Tallyboard did not stop in time', new Error(`after ${SHUTDOWN_MS} ms`)),
      SHUTDOWN_MS,
    ).unref();
    Promise.resolve(server?.close()).then(
      () => process.exit(0),
      (error) => fail('Tallyboard did not stop cleanly', error),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  try {
    server = await startServer(readConfig(readEnvironment()), clock, pushNetwork);
  } catch (error) {
    fail('Tallyboard cannot start', error);
  }
  return server;
}

if (import.meta.main) await main();
