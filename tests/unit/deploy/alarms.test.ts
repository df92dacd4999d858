import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const rules = readFileSync('deploy/alerts.yml', 'utf8');
const cases = readFileSync('deploy/alerts.test.yml', 'utf8');
const found = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))];

test('each alarm of deploy/alerts.yml has a case in which it fires', () => {
  const alarms = found(rules, /- alert: (\w+)/g);
  expect(alarms.length).toBeGreaterThan(10);
  expect(alarms.filter((name) => !found(cases, /alertname: (\w+)/g).includes(name))).toEqual([]);
});

/** PromQL matches the series of two metrics by their labels: a difference of two that differ is always empty, and its alarm never fires. */
test('an alarm that compares series of different labels says which it ignores', () => {
  const compared = /(\w+)(\{[^}]*\})? ([-+*/]|[<>=!]=?) (?!ignoring|on)[a-z]\w+(\{[^}]*\})?/g;
  const unequal = [...rules.matchAll(compared)].filter(([, , left = '', , right = '']) => left !== right);
  expect(unequal.map(([text]) => text)).toEqual([]);
});

const promtool = spawnSync('promtool', ['--version']).status === 0;
// Debian's package prometheus has promtool.
test.skipIf(!promtool)('promtool: each alarm fires when it should, and none on a healthy installation', () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'deploy/alerts.test.yml'], {
    encoding: 'utf8',
  });
  expect(status, stdout + stderr).toBe(0);
});
