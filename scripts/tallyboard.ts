import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

/**
 * `tallyboard COMMAND`, the one command of the installed package (scripts/pack.ts): runs what the npm scripts run, with the Node that npm has installed
 * beside it. Any Node that npm runs on runs this file, so it imports nothing of the project.
 */
type Command = { script: string; args?: readonly string[]; usage?: string; about: string };

const COMMANDS: Record<string, Command> = {
  start: {
    script: 'start',
    about: 'Runs the server. Its data is in ./data, its variables are those of the environment and of ./.env.',
  },
  demo: {
    script: 'demo',
    about: 'Runs a fresh demo farm in ./data/demo, which stores nothing for long. PORT is 8080 unless it is set.',
  },
  backup: { script: 'backup', args: ['backup'], usage: 'FILE.zip', about: 'Writes the whole installation to a file.' },
  restore: { script: 'backup', args: ['restore'], usage: 'FILE.zip', about: 'Reads it into an empty installation.' },
  user: {
    script: 'users',
    usage: 'list | password NAME | activate NAME | reset-options NAME | require off CODE | single-sign-on off CODE',
    about: 'Helps users who cannot log in any more.',
  },
  key: {
    script: 'key',
    usage: 'replace',
    about: 'Makes the key of this configuration the one that the database belongs to.',
  },
  audit: { script: 'audit', about: 'Computes the audit trails again; exit code 1 where one was changed.' },
  partition: {
    script: 'partition',
    usage: 'NUMBER',
    about: 'Divides the large tables of a PostgreSQL by account, while no server runs.',
  },
  doctor: { script: 'doctor', about: 'Says what is wrong with the installation, a line each.' },
};

const [name = 'help', ...given] = process.argv.slice(2);
const command = COMMANDS[name];
if (name === 'help' || name === '--help') console.log(helpText());
else if (!command) {
  console.error(`There is no command '${name}'.\n\n${helpText()}`);
  process.exitCode = 1;
} else if (given.some((one) => one === '--help' || one === '-h')) console.log(usageOf(name, command));
else run(command);

function helpText() {
  const lines = Object.entries(COMMANDS).map(([each, { about }]) => `  ${each.padEnd(10)} ${about}`);
  return ['tallyboard COMMAND', '', ...lines, '', 'tallyboard COMMAND --help says how one is called.'].join('\n');
}

function usageOf(each: string, { usage = '', about }: Command) {
  return [`tallyboard ${each} ${usage}`.trim(), about].join('\n');
}

function run({ script, args = [] }: Command) {
  const child = spawn(nodePath(), [join(import.meta.dirname, `${script}.js`), ...args, ...given], {
    stdio: 'inherit',
    env: {
      ...process.env,
      // Of the folder in which the command is called: that of the package belongs to npm.
      DEMO_DIR: process.env.DEMO_DIR ?? resolve('data/demo'),
      ...(process.env.ENV_FILE === undefined && existsSync('.env') && { ENV_FILE: resolve('.env') }),
    },
  });
  // A terminal sends Ctrl+C to both: the child decides when it ends.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('error', (error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

/** Returns the Node that npm has installed with the package; on a system without one, this Node, if it is new enough. */
function nodePath(): string {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const beside = `node-${system}-${process.arch}`;
  try {
    const folder = join(createRequire(import.meta.url).resolve(`${beside}/package.json`), '..');
    return join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  } catch {
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
    if (major > 24 || (major === 24 && minor >= 7)) return process.execPath;
    console.error(
      `${beside} is not installed, and this is Node ${process.versions.node}: Tallyboard needs 24.7 or newer.`,
    );
    process.exit(1);
  }
}
