import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';

const dockerfile = readFileSync('deploy/Dockerfile', 'utf8');
const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')));

test('the image runs the package as a user of its own, with one volume and a health check', () => {
  const [, last = ''] = dockerfile.split(/^FROM .*-slim$/m).slice(-2);
  expect(last).toMatch(/^USER node$/m);
  expect(last.match(/^VOLUME .+$/gm)).toEqual(['VOLUME /data']);
  expect(last).toMatch(/^HEALTHCHECK [\s\S]*\/readyz/m);
  expect(last).toMatch(/^CMD \["tallyboard", "start"\]$/m);
});

test('the image has the Node that the tests run on', () => {
  const nodes = [...dockerfile.matchAll(/^FROM node:([\d.]+)/gm)].map(([, node]) => node);
  expect(nodes).toEqual([process.versions.node, process.versions.node]);
});

test('the composition names the version that is built', () => {
  expect(readFileSync('deploy/compose.yaml', 'utf8')).toContain(`image: tallyboard:${version}\n`);
});
