import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../scripts/freePort.ts';
import { installSystemPackage } from '../../scripts/run.ts';

const findNginx = () => ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find(existsSync);

/** Returns the path of nginx; in CI it is installed where possible, because its package starts a service. Otherwise prints a line and returns undefined. */
export async function nginxOrSkip(): Promise<string | undefined> {
  const canInstall = findNginx() === undefined && Boolean(process.env.CI);
  const found = canInstall && (await installSystemPackage('nginx-light')) ? findNginx() : findNginx();
  if (!found) console.warn('SKIPPED: the proxy set-up is not tried in nginx, which is not installed (nginx-light).');
  return found;
}

/** Runs the nginx block of docs/operating.md with other ports and its own certificate, in front of `upstreamPort`. */
export async function startDocumentedNginx(nginx: string, upstreamPort: number) {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-nginx-'));
  const [tlsPort, plainPort] = [await freePort(), await freePort()];
  const [key, certificate] = [join(folder, 'tls.key'), join(folder, 'tls.pem')];
  const subject = ['-subj', '/CN=tallyboard.example.com', '-days', '2'];
  const openssl = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...subject];
  const made = spawnSync('openssl', openssl, { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`openssl: ${made.stderr ?? made.error}`);
  const documented = /```nginx\n([\s\S]*?)```/.exec(readFileSync('docs/operating.md', 'utf8'))?.[1] ?? '';
  const servers = documented
    .replaceAll('listen 443 ssl;', `listen 127.0.0.1:${tlsPort} ssl;`)
    .replaceAll('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replaceAll('/etc/ssl/tallyboard.pem', certificate)
    .replaceAll('/etc/ssl/tallyboard.key', key)
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${upstreamPort}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const configuration = join(folder, 'nginx.conf');
  writeFileSync(
    configuration,
    `daemon off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')};
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http { access_log off; ${temporary.join(' ')}
${servers}}
`,
  );
  const child = spawn(nginx, ['-c', configuration, '-p', folder], { stdio: ['ignore', 'inherit', 'inherit'] });
  await Promise.all([tlsPort, plainPort].map((port) => listening(child, port)));
  return {
    tlsPort,
    plainPort,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listening(child: ChildProcess, port: number) {
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1' }, () => resolve(true));
      socket.once('error', () => resolve(false)).once('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await pause(25);
  }
  throw new Error('nginx does not listen');
}
