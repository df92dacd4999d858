import { spawn, spawnSync } from 'node:child_process';

/** Runs a command with this Node's tools first in PATH and its output shown; resolves to its exit code. */
export function run(
  command: string,
  args: readonly string[],
  env: Record<string, string | undefined> = {},
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(127);
    });
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 130 : 1)));
  });
}

/** Returns a command's output, trimmed; undefined when it is missing or fails. */
export function ask(command: string, args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Installs packages of the system where that needs no password; resolves to whether it did. */
export async function installSystemPackage(...names: string[]): Promise<boolean> {
  if (process.getuid?.() !== 0 || !ask('which', ['apt-get'])) return false;
  console.log(`Installing ${names.join(' ')} with the system's package manager.`);
  await run('apt-get', ['update', '-q']);
  return (await run('apt-get', ['install', '-y', '-q', ...names], { DEBIAN_FRONTEND: 'noninteractive' })) === 0;
}
