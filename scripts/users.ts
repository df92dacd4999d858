import { systemClock } from '#server/clock.ts';
import { createPasswordHasher } from '#server/session/passwordHash.ts';
import { activateByOperator, resetByOperator } from '#server/users/operator.ts';
import { listAdministrators } from '#server/users/users.sql.ts';
import { command, openConfigured } from './instance.ts';

const MAX_LISTED = 1_000;

/** `npm run user -- list`, `-- password NAME` and `-- activate NAME`: for whoever cannot get in any more. See docs/operating.md. */
const [what, name] = process.argv.slice(2);
await command('The command', async () => {
  const { db, config, close } = await openConfigured();
  const now = systemClock.now();
  try {
    if (what === 'list') {
      const { users } = await listAdministrators(db, { offset: 0, limit: MAX_LISTED });
      for (const { username, email, isActive } of users)
        console.log(`${username} (${email})${isActive ? '' : ', not active'}`);
    } else if (what === 'password' && name) {
      const passwords = createPasswordHasher(config.passwordCost);
      console.log(`The password of ${name} is ${await resetByOperator(db, name, { config, passwords, now })}`);
      console.log('(shown only now; it is changed at the next log-in)');
    } else if (what === 'activate' && name) {
      const { username } = await activateByOperator(db, name, now);
      console.log(`${username} may log in.`);
    } else throw new Error('npm run user -- list, npm run user -- password NAME, npm run user -- activate NAME.');
  } finally {
    await close();
  }
});
