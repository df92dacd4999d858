import { loadInstanceKey } from '#server/platform/secrets/instanceKey.ts';
import { findKey, replaceKey } from '#server/platform/secrets/key.sql.ts';
import { createSecrets } from '#server/platform/secrets/secrets.ts';
import { called, command, openConfigured } from './instance.ts';

/** `npm run key -- replace`: makes the key of this configuration the one that the database belongs to. See docs/operating.md, 'The instance key'. */
await command('The command', async () => {
  if (process.argv[2] !== 'replace') throw new Error(`${called('key')} replace is the one there is.`);
  const { db, config, close } = await openConfigured();
  try {
    const { keyId } = createSecrets(loadInstanceKey(config));
    if ((await findKey(db)) === keyId) {
      console.log(`The database belongs to the key ${keyId} already. Nothing was changed.`);
      return;
    }
    await replaceKey(db, keyId);
    console.log(
      `The database belongs to the key ${keyId} now. What was encrypted under another one cannot be read any more.`,
    );
  } finally {
    await close();
  }
});
