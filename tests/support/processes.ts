import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Started = {
  child: ChildProcess;
  /** The lines of standard output and standard error so far. */
  out(): string[];
  err(): string[];
  /** The exit code. */
  ended: Promise<number | null>;
};

const children: ChildProcess[] = [];
const folders: string[] = [];

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tb-run-'));
  folders.push(folder);
  return folder;
}

/** Returns the environment without the variables of the test run, which may name another installation. */
export function bareEnvironment() {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, NODE_COMPILE_CACHE };
}

/** Starts a script of the product as an operator does: with these variables in an `.env` of its own, and none of this process's. */
export function startScript(script: string, args: string[], variables: Record<string, string>): Started {
  const envFile = join(newFolder(), '.env');
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(envFile, lines.join(''));
  return started(spawn(process.execPath, [script, ...args], { env: { ...bareEnvironment(), ENV_FILE: envFile } }));
}

export function started(child: ChildProcess): Started {
  children.push(child);
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.on('data', (chunk) => {
      texts[name] += chunk;
    });
  const lines = (text: string) =>
    text.split('\n').filter((line) => line !== '' && !line.includes('ExperimentalWarning'));
  return {
    child,
    out: () => lines(texts.stdout),
    err: () => lines(texts.stderr),
    ended: once(child, 'close').then(([code]) => code),
  };
}

/** Called after the tests of a file: ends the processes and deletes their files. */
export function endProcesses() {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
