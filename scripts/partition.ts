import { MOST_PARTITIONS, otherConnections, partitionByAccount } from '#server/operations/instance/partition.sql.ts';
import { called, command, openConfigured } from './instance.ts';

/** `npm run partition -- 16`: divides the large tables by account, while no server runs. See docs/operating.md, Growth. */
await command('The partitioning', async () => {
  const count = Number(process.argv[2]);
  if (!Number.isInteger(count) || count < 2 || count > MOST_PARTITIONS)
    throw new Error(`say how many partitions, 2 to ${MOST_PARTITIONS}: ${called('partition')} 16`);
  const { db, config, close } = await openConfigured();
  try {
    if (!config.databaseUrl) throw new Error('only a PostgreSQL is worth it: DATABASE_URL is not set.');
    const others = await otherConnections(db);
    if (others > 0) throw new Error(`stop every server first: the database has ${others} other connections.`);
    await partitionByAccount(db, count);
    console.log(`Every large table has ${count} partitions now.`);
  } finally {
    await close();
  }
});
