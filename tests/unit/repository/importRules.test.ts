import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const IMPORT = 'noRestrictedImports';
const LAYER = 'Layers of src';
const AREA = 'Areas: ';
const importing = (specifier: string) => `import { x } from '${specifier}';\n\nexport const y = x;\n`;
const loading = (specifier: string) => `export const load = () => import('${specifier}');\n`;
const passingOn = (specifier: string) => `export { x } from '${specifier}';\n`;
const SQL = "import { sql } from '../db/db.ts';\n\nexport const q = sql`select 1`;\n";

/** Path, text, and a part of the linter's message (undefined: no such message). */
const PLANTED: [path: string, text: string, refused: string | undefined][] = [
  ['contract/a.ts', importing('#server/app.ts'), IMPORT],
  ['contract/b.ts', importing('node:fs'), IMPORT],
  ['contract/figures/b2.ts', importing('../office/exceptions.ts'), AREA],
  ['contract/figures/b3.ts', importing('../../server/app.ts'), IMPORT],
  ['server/attendance/b4.ts', importing('../figures/stats/crew.ts'), AREA],
  ['server/figures/stats/b5.ts', importing('../../office/setup/run.ts'), AREA],
  ['server/office/setup/b6.ts', loading('../../operations/backups/write.ts'), AREA],
  ['server/money/earnings/b7.ts', importing('../../app.ts'), AREA],
  ['server/c.ts', importing('#src/main.tsx'), IMPORT],
  ['server/d.ts', importing('#tests/support/testApp.ts'), IMPORT],
  ['server/reports/planted/e.ts', importing('../alerts/routes.ts'), IMPORT],
  ['server/platform/http/f.ts', importing('../alerts/alerts.sql.ts'), IMPORT],
  ['server/platform/db/g.ts', importing('../accounts/accounts.sql.ts'), IMPORT],
  ['sw/h.ts', importing('#src/router.ts'), IMPORT],
  ['recorder/z.ts', importing('#server/app.ts'), IMPORT],
  ['recorder/screens/aa.tsx', importing('#src/theme.ts'), IMPORT],
  ['recorder/screens/ab.tsx', importing('@mantine/core'), IMPORT],
  ['recorder/core/ac.ts', importing('../store/log.ts'), IMPORT],
  ['src/i.ts', importing('#server/app.ts'), IMPORT],
  ['src/shell/j.ts', importing('../main.tsx'), LAYER],
  ['src/features/reports/alerts/j.ts', importing('../reports/reports.queries.ts'), LAYER],
  ['src/features/reports/alerts/k.ts', importing('../../../routes/__root.tsx'), LAYER],
  ['src/features/reports/alerts/l.ts', importing('../../money/pay/pay.queries.ts'), LAYER],
  ['src/shell/k.ts', importing('../routes/__root.tsx'), LAYER],
  ['src/shell/session/k.ts', importing('../../features/reports/alerts/AlertsButton.tsx'), LAYER],
  ['src/ui/l.ts', importing('#contract/figures/stats.ts'), LAYER],
  ['src/ui/m.ts', importing('../state/session.ts'), LAYER],
  ['src/ui/charts/m.ts', loading('../../shell/AreaShell.tsx'), LAYER],
  ['src/ui/m2.ts', importing('../api/call.ts'), LAYER],
  ['src/cache/n.ts', importing('../pwa/reload.ts'), LAYER],
  ['src/cache/n2.ts', importing('../ui/Tile.tsx'), LAYER],
  ['src/pwa/n.ts', importing('../cache/disk.ts'), LAYER],
  ['src/pwa/n2.ts', importing('../shell/session/watch.ts'), LAYER],
  ['src/api/n.ts', importing('../pwa/poll.ts'), LAYER],
  ['src/api/n2.ts', passingOn('../shell/Toast.tsx'), LAYER],
  ['src/api/n3.ts', importing('../cache/figures.ts'), LAYER],
  ['src/state/n.ts', importing('../api/call.ts'), LAYER],
  ['src/start/n.ts', importing('../state/session.ts'), LAYER],
  ['src/start/n2.ts', importing('../features/figures/stats/words.ts'), LAYER],
  ['src/lib/n.ts', importing('../start/shell.ts'), LAYER],
  ['src/lib/n2.ts', importing('#contract/figures/stats.ts'), LAYER],
  ['server/reports/alerts/o.ts', SQL, 'SQL belongs only'],
  ['server/reports/alerts/p.ts', 'export const at = new Date();\n', 'Time is passed in'],
  ['server/reports/alerts/q.ts', 'export const at = Date.now();\n', 'Time is passed in'],
  ['recorder/send/ad.ts', importing('#contract/sync.ts'), undefined],
  ['recorder/screens/ae.tsx', importing('../store/log.ts'), undefined],
  ['contract/r.ts', importing('zod'), undefined],
  ['contract/s.ts', importing('./common.ts'), undefined],
  ['contract/figures/s2.ts', importing('../platform/common.ts'), undefined],
  ['server/office/setup/s3.ts', importing('../../figures/stats/crew.ts'), undefined],
  ['server/attendance/ownDays/s4.ts', importing('../store.ts'), undefined],
  ['server/app.ts', importing('./reports/alerts/routes.ts'), undefined],
  ['server/planted/t.ts', importing('../db/db.ts'), undefined],
  ['server/platform/http/u.ts', importing('../db/db.ts'), undefined],
  ['src/features/reports/alerts/v.ts', importing('../../../api/call.ts'), undefined],
  ['src/features/reports/alerts/w.ts', importing('./alerts.queries.ts'), undefined],
  ['src/routes/employer/x.ts', importing('../../features/reports/alerts/AlertsButton.tsx'), undefined],
  ['src/features/reports/alerts/x.ts', importing('../../../shell/Toast.tsx'), undefined],
  ['src/shell/session/x.ts', importing('../../state/session.ts'), undefined],
  ['src/shell/x.ts', loading('../ui/Tile.tsx'), undefined],
  ['src/ui/x.ts', importing('#contract/platform/csv.ts'), undefined],
  ['src/ui/charts/x.ts', importing('../../start/shell.ts'), undefined],
  ['src/cache/x.ts', importing('../api/client.ts'), undefined],
  ['src/pwa/x.ts', importing('../state/upgrade.ts'), undefined],
  ['src/api/x.ts', importing('../state/session.ts'), undefined],
  ['src/state/x.ts', importing('../start/storedSession.ts'), undefined],
  ['src/start/x.ts', importing('../lib/storage.ts'), undefined],
  ['src/start/x2.ts', importing('../features/figures/stats/tiles.ts'), undefined],
  ['src/lib/x.ts', importing('./storage.ts'), undefined],
  ['server/reports/alerts/y.sql.ts', SQL, undefined],
  ['server/platform/clock.ts', 'export const at = new Date();\n', undefined],
];

const folder = mkdtempSync(join(tmpdir(), 'planted-'));
afterAll(() => rmSync(folder, { recursive: true }));
for (const part of ['biome.json', 'lint']) cpSync(part, join(folder, part), { recursive: true });
for (const [path, text] of PLANTED) {
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
const biome = resolve('node_modules/@biomejs/biome/bin/biome');
const options = ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=github', '.'];
const linted = spawnSync(process.execPath, [biome, ...options], { cwd: folder, encoding: 'utf8' });
const said = `${linted.stdout}\n${linted.stderr}`.split('\n');
const saidOf = (path: string) => said.filter((line) => line.includes(`/${path},`)).join('\n');

test.each(PLANTED)('%s: %j', (path, _text, refused) => {
  if (refused) expect(saidOf(path)).toContain(refused);
  else expect(saidOf(path)).not.toMatch(/noRestrictedImports|Layers of src|Areas: |SQL belongs only|Time is passed in/);
});
