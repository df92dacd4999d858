import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demoEnvironment } from '#server/operations/demo/environment.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
/** The variables that configure an installation, as .env's documentation names them. */
const documented = [
  ...new Set(readFileSync(join(ROOT, 'docs/operating.md'), 'utf8').match(/`[A-Z][A-Z_]{3,}(?==|`)/g) ?? []),
].map((name) => name.slice(1));
const OWN = ['PORT', 'PUBLIC_URL', 'SUPPORT_CONTACT', 'LOG_LEVEL'];

test('no variable that configures an installation reaches the demo', () => {
  expect(documented).toEqual(expect.arrayContaining(['BACKUP_COPY_DIR', 'DATABASE_URL', 'SECRET_KEY', 'TRUST_PROXY']));
  const installation = Object.fromEntries(documented.map((name) => [name, 'of the installation']));
  const demo = { port: '8090', dataDir: '/demo', envFile: '/demo/demo.env', password: 'printed' };
  const given = demoEnvironment({ ...installation, PATH: '/bin', OIDC_ISSUER: 'x', AN_UNKNOWN_ONE: 'x' }, demo);
  const reached = Object.entries(given).flatMap(([name, value]) => (value === 'of the installation' ? name : []));
  expect(reached.sort()).toEqual(OWN.filter((name) => name !== 'PORT' && documented.includes(name)).sort());
  expect(given).toMatchObject({ PATH: '/bin', DATA_DIR: '/demo', PORT: '8090', INSTALLATION_BACKUP: 'off' });
  expect(Object.keys(given)).not.toContain('AN_UNKNOWN_ONE');
});
