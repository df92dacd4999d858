import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { getSignIn, makeRecoveryCodes, removeApp, type SignInOptions, updateSignIn } from '#contract/access/signIn.ts';
import { RECOVERY_CODES } from '#contract/platform/limits.ts';
import { call } from '../../../api/call.ts';
import { whyNoPasskeys } from '../../../api/passkeys.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { AddPasskey } from './AddPasskey.tsx';
import { AppSetUp } from './AppSetUp.tsx';
import { OwnLinks } from './OwnLinks.tsx';
import { PasskeyList } from './PasskeyList.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useWork } from './useWork.ts';

type Open = 'passkey' | 'app' | null;

type Props = {
  onClose: () => void;
  /** The token with which a provider of single sign-on sent the browser back, to link the log-in there. */
  arrived?: string | undefined;
  onLinked: () => void;
};

/** The user's own log-in options: passkeys, the authenticator app, recovery codes, and whether a second factor is required. */
export default function LogInOptions({ onClose, arrived, onLinked }: Props) {
  const { t } = useLingui();
  const [options, setOptions] = useState<SignInOptions>();
  const [open, setOpen] = useState<Open>(null);
  const [codes, setCodes] = useState<readonly string[]>();
  const { busy, failure, run } = useWork();
  const reload = useCallback(() => {
    setOpen(null);
    void call(getSignIn).then(setOptions, () => undefined);
  }, []);
  useEffect(() => {
    void run(() => call(getSignIn)).then((found) => found && setOptions(found));
  }, []);
  const change = async (work: () => Promise<unknown>) => {
    if (await run(work)) reload();
  };
  const makeCodes = () =>
    run(() => call(makeRecoveryCodes)).then((made) => {
      if (made) setCodes(made.codes);
    });

  const reason = options && whyNoPasskeys(options.passkeyDomain, options.publicUrl);
  return (
    <Stack gap="lg">
      <PageTitle>{t`Log-in options`}</PageTitle>
      {failure && <ErrorNote text={failure} />}
      {options && (
        <>
          <Panel title={t`Passkeys`}>
            <PasskeyList passkeys={options.passkeys} domain={options.passkeyDomain} onChanged={reload} />
            {reason ? (
              <Text size="sm">{reason}</Text>
            ) : open === 'passkey' ? (
              <AddPasskey onDone={reload} onCancel={() => setOpen(null)} />
            ) : (
              <Group justify="flex-end">
                <Button onClick={() => setOpen('passkey')}>
                  <Trans>Add a passkey</Trans>
                </Button>
              </Group>
            )}
          </Panel>
          <Panel title={t`Authenticator app`}>
            {open === 'app' ? (
              <AppSetUp
                onDone={() => {
                  reload();
                  if (options.recoveryCodes === 0) void makeCodes();
                }}
                onCancel={() => setOpen(null)}
              />
            ) : (
              <>
                <Text size="sm">{t(APP_WORDS[options.app])}</Text>
                <Group justify="flex-end">
                  {options.app !== 'none' && (
                    <Button variant="default" loading={busy} onClick={() => void change(() => call(removeApp))}>
                      <Trans>Remove</Trans>
                    </Button>
                  )}
                  <Button variant={options.app === 'on' ? 'default' : 'filled'} onClick={() => setOpen('app')}>
                    {options.app === 'none' ? t({ message: 'Set up', context: 'button' }) : t`Set up anew`}
                  </Button>
                </Group>
              </>
            )}
          </Panel>
          <Codes
            options={options}
            codes={codes}
            busy={busy}
            onMake={makeCodes}
            onStored={() => {
              setCodes(undefined);
              reload();
            }}
          />
          <Switch
            label={t`Ask for a second factor after my password`}
            description={options.isRequired ? t`Your account requires one.` : undefined}
            checked={options.isWanted || options.isRequired}
            disabled={options.isRequired || busy || !hasFactor(options)}
            onChange={({ currentTarget: { checked: isWanted } }) =>
              void change(() => call(updateSignIn, { body: { isWanted } }))
            }
          />
        </>
      )}
      <OwnLinks arrived={arrived} onLinked={onLinked} />
      <Button variant="subtle" onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
    </Stack>
  );
}

const APP_WORDS: Record<SignInOptions['app'], MessageDescriptor> = {
  none: msg`Not set up.`,
  on: msg`Set up.`,
  off: msg`Switched off after too many wrong codes.`,
};
const hasFactor = ({ passkeys, app }: SignInOptions) => passkeys.length > 0 || app !== 'none';

type CodesProps = {
  options: SignInOptions;
  codes: readonly string[] | undefined;
  busy: boolean;
  onMake: () => Promise<void>;
  onStored: () => void;
};
function Codes({ options, codes, busy, onMake, onStored }: CodesProps) {
  const { t } = useLingui();
  // New codes are shown even if the options have not loaded, because they cannot be shown again.
  if (!codes && !hasFactor(options)) return null;
  return (
    <Panel title={t`Recovery codes`}>
      {codes ? (
        <RecoveryCodes codes={codes} onStored={onStored} />
      ) : (
        <>
          <Text size="sm">
            <Trans>
              {options.recoveryCodes} of {RECOVERY_CODES} left
            </Trans>
          </Text>
          <Group justify="flex-end">
            <Button variant="default" loading={busy} onClick={() => void onMake()}>
              <Trans>Make new codes</Trans>
            </Button>
          </Group>
        </>
      )}
    </Panel>
  );
}
