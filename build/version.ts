import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const packageVersion: string = JSON.parse(read('package.json')).version;

/** The release that is built: APP_VERSION (tests build two), else that of package.json. */
export const version = process.env.APP_VERSION ?? packageVersion;

/** Changes whenever the shape of what is cached on disk may have changed; older entries are then dropped. */
export const schemaHash = createHash('sha256')
  .update(
    [
      'platform/common',
      'figures/stats',
      'figures/trends',
      'figures/people',
      'figures/usual',
      'masterData/groups',
      'access/accounts',
      'intake/devices',
      'operations/accountStatistics',
    ]
      .map((term) => read(`contract/${term}.ts`))
      .join(),
  )
  .digest('hex')
  .slice(0, 12);

/** The version goes into index.html and nowhere else, so that a release that changes nothing else renames no script. */
export const versionMeta = (): Plugin => ({
  name: 'version-meta',
  transformIndexHtml: () => [{ tag: 'meta', attrs: { name: 'version', content: version }, injectTo: 'head' }],
});
