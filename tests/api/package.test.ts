import { spawn } from 'node:child_process';
import { globSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { bareEnvironment, endProcesses, newFolder, started } from '#tests/support/processes.ts';

/** The package of `npm run release` (docs/operate/install.md), without npm: its dependencies are those that are here, in the same versions. */
const folder = newFolder();
const run = (file: string, args: string[], cwd: string, env: Record<string, string> = {}) =>
  started(spawn(file, args, { cwd, env: { ...bareEnvironment(), ...env } }));
const listening = z.object({ msg: z.literal('Tallyboard is listening'), address: z.string() });

afterAll(endProcesses);

test('the package has the files and dependencies with which its command runs the server', async () => {
  const packed = run('npm', ['run', '--silent', 'release', '--', folder], '.');
  expect(await packed.ended, packed.err().join('\n')).toBe(0);
  const [file = ''] = globSync('tallyboard-*.tgz', { cwd: folder });
  expect(await run('tar', ['-xzf', join(folder, file)], folder).ended).toBe(0);
  const home = join(folder, 'package');
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(home, 'node_modules'));
  const tallyboard = (args: string[], env?: Record<string, string>) =>
    run(process.execPath, [join(home, 'scripts/tallyboard.js'), ...args], folder, env);

  const help = tallyboard(['help']);
  expect(await help.ended).toBe(0);
  expect(help.out()).toContain('tallyboard COMMAND');

  const server = tallyboard(['start'], { PORT: '0', ADMIN_PASSWORD: 'walnut river cloud', LOG_LEVEL: 'info' });
  const address = await vi.waitFor(
    () => {
      const said = server.out().flatMap((line) => {
        const parsed = line.startsWith('{') ? listening.safeParse(JSON.parse(line)) : undefined;
        return parsed?.success ? [parsed.data.address] : [];
      });
      if (!said[0]) throw new Error(`not listening: ${server.err().join('\n')}`);
      return said[0];
    },
    { timeout: 240_000, interval: 100 },
  );
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  const page = await fetch(`${address}/help/`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Tallyboard help')]);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
}, 300_000);
