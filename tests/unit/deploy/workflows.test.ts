import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = '.github/workflows';
const scripts: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).scripts;

test.each(readdirSync(folder))('%s calls commands of package.json, and actions by their commit', (name) => {
  const text = readFileSync(`${folder}/${name}`, 'utf8');
  const commands = [...text.matchAll(/npm (?:run )?((?!ci|run|sbom)[\w:]+)/g)].map(([, command = '']) => command);
  expect(commands.filter((command) => !(command in scripts))).toEqual([]);
  const actions = [...text.matchAll(/uses: (\S+)/g)].map(([, action = '']) => action);
  expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
});
