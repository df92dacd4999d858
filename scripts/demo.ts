import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ForeignDirectory, openDemoDirectory } from '#server/operations/demo/directory.ts';
import { demoEnvironment } from '#server/operations/demo/environment.ts';
import { DEMO_LOGINS, FIRST_PASSWORD } from '#server/operations/demo/setUp.ts';
import { startSimulation } from '#server/operations/demo/simulation.ts';
import { systemClock } from '#server/platform/clock.ts';
import { writeBadges } from './badges.ts';
import { buildIfStale } from './build.ts';

/**
 * `npm run demo`: a fresh server on loopback with a farm in it, and simulated terminals and phones that keep it alive through the interfaces of real
 * ones. It keeps nothing: every demo starts afresh in a directory of its own (DEMO_DIR, else data/demo). Variables of the environment and of `.env`
 * that configure an installation do not apply to it.
 */
const ROOT = join(import.meta.dirname, '..');
const port = process.env.PORT ?? '8080';
const origin = `http://127.0.0.1:${port}`;
const READY_MS = 180_000;

const dataDir = openedDirectory();
await buildIfStale();
const server = spawn(process.execPath, [join(ROOT, 'server/main.ts')], {
  stdio: 'inherit',
  env: demoEnvironment(process.env, {
    port,
    dataDir,
    password: FIRST_PASSWORD,
    envFile: join(dataDir, 'demo.env'),
  }),
});
const stopping = new AbortController();
server.on('exit', (code) => {
  stopping.abort();
  process.exitCode = code ?? 0;
});
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    stopping.abort();
    server.kill('SIGTERM');
  });

try {
  await ready();
  console.log('Setting up the demo farm.');
  const simulation = await startSimulation(origin, () => systemClock.now(), console.log, stopping.signal);
  const badges = await writeBadges(dataDir, simulation.recorder.people);
  console.log(`
Tallyboard demo: http://localhost:${port}

  employer  / ${DEMO_LOGINS.employer}   the dashboard of Bergvliet Fruit Estate (${simulation.timeZone})
  payroll   / ${DEMO_LOGINS.payroll}    its payroll office
  owner     / ${DEMO_LOGINS.owner}      an empty account, waiting to be set up
  admin     / ${DEMO_LOGINS.admin}      the administrator's area

The Recorder: http://localhost:${port}/rc/#${simulation.recorder.code} (once, in a window of its own)
Badges for it:  ${badges}

The dashboard moves by itself: terminals clock people in and out, phones record what is picked.
Its history is still being loaded, the latest days first; until then trends and exceptions are not whole.
Stop it with Ctrl+C.
`);
  const history = simulation.loadHistory().then(() => console.log('The history is loaded.'));
  await Promise.all([simulation.run(), history]);
} catch (error) {
  if (!stopping.signal.aborted) {
    console.error(error instanceof Error ? error.message : error);
    server.kill('SIGTERM');
    process.exitCode = 1;
  }
}

/** Opens the directory for the demo; ends the process where the directory belongs to something else. */
function openedDirectory() {
  try {
    const directory = openDemoDirectory(process.env.DEMO_DIR || join(ROOT, 'data', 'demo'));
    writeFileSync(join(directory, 'demo.env'), '');
    return directory;
  } catch (error) {
    if (!(error instanceof ForeignDirectory)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

async function ready() {
  for (const end = performance.now() + READY_MS; performance.now() < end; ) {
    if (stopping.signal.aborted) throw new Error('The server did not start.');
    const reply = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  throw new Error(`The server was not ready after ${READY_MS / 1_000} s.`);
}
