import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/freePort.ts';
import { type FaultRow, pause } from './rig.ts';

// Names of namespaces are global to the machine.
const MACHINE = `tb-machine-${process.pid}`;
const TERMINAL = `tb-terminal-${process.pid}`;
const ADDRESS = '10.77.0.1';
const READY_MS = 120_000;
/** A terminal's first call, as far as it succeeds. */
const CALL = `fetch(process.argv[1], { signal: AbortSignal.timeout(60_000) }).then((reply) => console.log(reply.status), (error) => console.log(error.cause?.code ?? error.name))`;

const ip = (...args: string[]) => spawnSync('ip', args, { encoding: 'utf8' });
const must = (...args: string[]) => {
  const { status, stderr } = ip(...args);
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`);
};

/**
 * A farm's network of two machines, each a network namespace: a terminal must reach a server that listens on all addresses by the address that the
 * server itself shows, and cannot reach one that listens on loopback, which that server must show too. Needs root on Linux; elsewhere it says so and
 * passes.
 */
export async function farmNetwork(): Promise<FaultRow> {
  const row = { fault: 'a farm’s network', acknowledged: 0, lost: 0, doubled: 0, serverErrors: 0 };
  const isPossible = process.getuid?.() === 0 && process.platform === 'linux' && ip('netns', 'list').status === 0;
  if (!isPossible) return { ...row, tried: 'skipped: needs root on Linux and ip netns', recovery: 'none needed' };
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-network-'));
  const port = await freePort();
  try {
    layCable();
    const outcomes: string[] = [];
    for (const host of ['0.0.0.0', '127.0.0.1']) {
      const { child, said, ended } = startServer({ HOST: host, PORT: String(port), DATA_DIR: join(folder, 'data') });
      try {
        await ready(child, said);
        outcomes.push(`${/Terminals[^"]*/.exec(said())?.[0] ?? 'nothing said'} -> ${callFrom(TERMINAL, port)}`);
      } finally {
        child.kill('SIGTERM');
        await ended;
      }
    }
    const isRight =
      outcomes[0]?.startsWith(`Terminals are told to call ${ADDRESS}, port ${port} -> 2`) &&
      /HOST=127\.0\.0\.1.* -> ECONNREFUSED$/.test(outcomes[1] ?? '');
    if (!isRight) throw new Error(outcomes.join('\n'));
    return { ...row, tried: 'reached by its own word; on loopback refused, and said', recovery: 'none needed' };
  } finally {
    for (const name of [MACHINE, TERMINAL]) ip('netns', 'del', name);
    rmSync(folder, { recursive: true, force: true });
  }
}

function layCable() {
  for (const name of [MACHINE, TERMINAL]) must('netns', 'add', name);
  must('-n', MACHINE, 'link', 'add', 'eth0', 'type', 'veth', 'peer', 'name', 'eth0', 'netns', TERMINAL);
  for (const [name, address] of [
    [MACHINE, ADDRESS],
    [TERMINAL, '10.77.0.2'],
  ] as const) {
    must('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
    must('-n', name, 'link', 'set', 'eth0', 'up');
    must('-n', name, 'link', 'set', 'lo', 'up');
  }
}

function startServer(variables: Record<string, string>) {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ENV_FILE: '/dev/null', ...variables };
  const command = ['netns', 'exec', MACHINE, process.execPath, 'server/main.ts'];
  const child = spawn('ip', command, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  return { child, ended, said: () => output };
}

async function ready(child: ChildProcess, said: () => string) {
  for (const started = performance.now(); !said().includes('is listening'); await pause(100))
    if ((child.exitCode ?? child.signalCode) !== null || performance.now() - started > READY_MS)
      throw new Error(`not listening: ${said()}`);
}

function callFrom(name: string, port: number): string {
  const url = `http://${ADDRESS}:${port}/iclock/cdata?SN=FARM0001&options=all`;
  return spawnSync('ip', ['netns', 'exec', name, process.execPath, '-e', CALL, url], {
    encoding: 'utf8',
  }).stdout.trim();
}
