import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { appConfig, hostOf } from '../../../api/config.ts';
import { tabStorage } from '../../../lib/storage.ts';
import { requestHeaders } from '../../../start/deviceId.ts';
import { SIGN_ON_MARK } from '../../../start/signOnMark.ts';

type Provider = { id: string; name: string; isAway: boolean };

/** Without zod and the contract, which load at the first keystroke in the form. */
async function ask(init: RequestInit): Promise<unknown> {
  const url = new URL('/v2/session/single-sign-on', hostOf('/session', await appConfig()));
  const reply = await fetch(url, { ...init, headers: requestHeaders(undefined), cache: 'no-store' });
  if (!reply.ok) throw new Error(`Single sign-on answered ${reply.status}`);
  return reply.json();
}

const within = (from: unknown, key: string): unknown =>
  typeof from === 'object' && from !== null ? Reflect.get(from, key) : undefined;
const providersOf = (answer: unknown): Provider[] => {
  const list = within(answer, 'providers');
  return (Array.isArray(list) ? list : []).map((one: unknown) => ({
    id: String(within(one, 'id')),
    name: String(within(one, 'name')),
    isAway: within(one, 'isAway') === true,
  }));
};

/** 'Continue with {name}' for each provider of single sign-on; one that is away is disabled, with the reason. */
function SignOnButtons() {
  const [providers, setProviders] = useState<Provider[]>([]);
  const [leaving, setLeaving] = useState<string>();
  useEffect(() => {
    ask({}).then((answer) => setProviders(providersOf(answer)), console.warn);
  }, []);
  const leave = async (id: string) => {
    setLeaving(id);
    try {
      const url = within(await ask({ method: 'POST', body: JSON.stringify({ provider: id }) }), 'url');
      tabStorage.set(SIGN_ON_MARK, new URLSearchParams(location.search).get('redirect') ?? '');
      location.assign(String(url));
    } catch {
      setProviders((before) => before.map((one) => (one.id === id ? { ...one, isAway: true } : one)));
      setLeaving(undefined);
    }
  };
  // Coming back by the browser's own button shows the page as it was left.
  useEffect(() => {
    const back = () => setLeaving(undefined);
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);
  if (providers.length === 0) return null;
  return (
    <Stack gap="xs">
      {providers.map(({ id, name, isAway }) => (
        <div key={id}>
          <Button
            variant="default"
            fullWidth
            loading={leaving === id}
            disabled={isAway || leaving !== undefined}
            aria-describedby={isAway ? `away-${id}` : undefined}
            onClick={() => void leave(id)}
          >
            <Trans>Continue with {name}</Trans>
          </Button>
          {isAway && (
            <Text id={`away-${id}`} size="sm" mt={4}>
              <Trans>{name} cannot be reached. Try again later.</Trans>
            </Text>
          )}
        </div>
      ))}
    </Stack>
  );
}

export const signOnButtons = <SignOnButtons />;
