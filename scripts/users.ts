import { createPasswordHasher } from '#server/access/session/passwordHash.ts';
import { requireNoSignOnByOperator } from '#server/access/singleSignOn/operator.ts';
import {
  activateByOperator,
  requireNoFactorByOperator,
  resetByOperator,
  resetOptionsByOperator,
} from '#server/access/users/operator.ts';
import { listAdministrators } from '#server/access/users/users.sql.ts';
import { systemClock } from '#server/platform/clock.ts';
import { called, command, openConfigured } from './instance.ts';

const MAX_LISTED = 1_000;

const USAGE = [
  'list',
  'password NAME',
  'activate NAME',
  'reset-options NAME',
  'require off CODE',
  'single-sign-on off CODE',
]
  .map((one) => `${called('user')} ${one}`)
  .join('\n');

/** Runs a command of `USAGE`, for users who cannot log in any more. See docs/operating.md. */
const [what, name, code] = process.argv.slice(2);
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
    } else if (what === 'reset-options' && name) {
      const username = await resetOptionsByOperator(db, name, { config, now });
      console.log(
        `${username} logs in with the password: passkeys, authenticator app and recovery codes were removed.`,
      );
    } else if (what === 'require' && name === 'off' && code)
      console.log(`The account ${await requireNoFactorByOperator(db, code, now)} requires no second factor any more.`);
    else if (what === 'single-sign-on' && name === 'off' && code)
      console.log(`The account ${await requireNoSignOnByOperator(db, code, now)} requires single sign-on no more.`);
    else throw new Error(USAGE);
  } finally {
    await close();
  }
});
