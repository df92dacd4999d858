import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../scripts/freePort.ts';

const PROGRAM = `require('node:http').createServer((_, reply) => reply.end()).listen(+process.argv[1], '127.0.0.1', () => process.send('up'))`;

/**
 * Starts a server that only answers, in a process of its own. The longest that it takes, asked as often as the one under test by the same caller, is
 * what the machine and the caller add to the other's times.
 */
export async function startBareServer(): Promise<{ origin: string; stop(): void }> {
  const port = await freePort();
  const child = spawn(process.execPath, ['-e', PROGRAM, String(port)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const stop = () => void child.kill('SIGKILL');
  process.once('exit', stop);
  await once(child, 'message');
  return {
    origin: `http://127.0.0.1:${port}`,
    stop() {
      process.off('exit', stop);
      stop();
    },
  };
}
