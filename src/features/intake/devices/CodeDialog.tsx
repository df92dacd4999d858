import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TerminalAddress } from '#contract/intake/enrolment.ts';
import { secretPathOf, type TerminalMake } from '#contract/intake/makes.ts';
import { hostOf, recorderAddress, storedConfig } from '../../../api/config.ts';
import { moment } from '../../../lib/moments.ts';
import { translated } from '../../../lib/words.tsx';
import { EditingDialog } from '../../../ui/EditingDialog.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { QrCode } from '../../../ui/QrCode.tsx';
import { Connected, ShownCode } from '../../../ui/ShownCode.tsx';
import { codeOf, type DeviceKind, qrSize } from './deviceRules.ts';
import classes from './devices.module.css';
import { accountDevicesQuery, terminalAddressQuery } from './devices.queries.ts';
import { MAKES } from './makes.ts';
import { type Recipients, SendCodeForm } from './SendCodeForm.tsx';

/** Shows the code that a device is enrolled or activated with. A terminal has no code: its serial number or the secret in its address is enough. */
export type DeviceCode =
  | { deviceId: string; kind: 'adms'; serialNumber: string; make: TerminalMake; secretPath: string | null }
  | { deviceId: string; kind: 'managed'; enrolmentUrl: string; expiresAt?: string }
  | { deviceId: string; kind: 'managed'; qrText: string; activationToken: string; expiresAt: string }
  | { deviceId: string; kind: Exclude<DeviceKind, 'adms' | 'managed'>; activationToken: string; expiresAt: string };

type Props = { accountId: string; code: DeviceCode; recipients: Recipients; onClose: () => void };

/** Shown after a device is added or gets a new code: QR code, text and validity. */
export function CodeDialog({ accountId, code, recipients, onClose }: Props) {
  const { t } = useLingui();
  const devices = useQuery(accountDevicesQuery(accountId)).data;
  const device = devices?.find(({ _id }) => _id === code.deviceId);
  // A device that records already gets a new code as well, which it has not used yet.
  const [wasActivated] = useState(device?.isActivated ?? false);
  const connected = !wasActivated && device?.isActivated ? device : undefined;
  const title =
    code.kind === 'adms' ? t`Terminal enrolled` : code.kind === 'managed' ? t`Enrolment code` : t`Activation code`;
  return (
    <EditingDialog opened onClose={onClose} title={title} size="lg">
      {(close) => (
        <Stack gap="lg">
          {code.kind === 'adms' ? (
            <TerminalSetup accountId={accountId} code={code} />
          ) : connected ? (
            <Connected name={connected.description} />
          ) : (
            <CodeOf code={code} />
          )}
          {code.kind !== 'adms' && !connected && (
            <>
              <Text component="h3" size="sm" fw={600}>
                <Trans>Send the code</Trans>
              </Text>
              <SendCodeForm accountId={accountId} deviceId={code.deviceId} recipients={recipients} />
            </>
          )}
          <Group justify="flex-end">
            <Button onClick={close}>
              <Trans>Done</Trans>
            </Button>
          </Group>
        </Stack>
      )}
    </EditingDialog>
  );
}

function CodeOf({ code }: { code: Exclude<DeviceCode, { kind: 'adms' }> }) {
  const { t } = useLingui();
  const size = qrSize(code.kind);
  const text = 'enrolmentUrl' in code ? codeOf(code.enrolmentUrl) : code.activationToken;
  return (
    <ShownCode
      text={text}
      {...(code.expiresAt && { expires: moment(code.expiresAt) })}
      picture={
        'enrolmentUrl' in code ? (
          <img
            className={classes.image}
            src={addressHere(code.enrolmentUrl)}
            width={size}
            height={size}
            alt={t`Enrolment QR code`}
          />
        ) : (
          <QrCode
            text={'qrText' in code ? code.qrText : recorderAddress(code.activationToken)}
            size={size}
            label={code.kind === 'managed' ? t`Enrolment QR code` : t`Activation QR code`}
          />
        )
      }
    />
  );
}

/** Returns the same path on the host that answers devices: its public name may differ from the one in the address bar. */
const addressHere = (url: string) =>
  new URL(new URL(url, location.href).pathname, hostOf('/device', storedConfig())).href;

/** The settings to type into the terminal for its first contact. */
type Enrolled = Extract<DeviceCode, { kind: 'adms' }>;
function TerminalSetup({ accountId, code }: { accountId: string; code: Enrolled }) {
  const { t } = useLingui();
  const address = useQuery(terminalAddressQuery);
  return (
    <Loaded query={address} failed={t`Failed to load the address for terminals`} height={220} label={t`the address`}>
      {(found) => <TerminalFacts {...found} accountId={accountId} code={code} />}
    </Loaded>
  );
}

function TerminalFacts({
  accountId,
  code,
  host,
  port,
  origin,
  warning,
  words = warning,
}: TerminalAddress & { accountId: string; code: Enrolled }) {
  const { t } = useLingui();
  const { deviceId, serialNumber, make, secretPath } = code;
  const { menu, also, isSoftware } = MAKES[make];
  const path = secretPath && secretPathOf(make, secretPath);
  const url = isSoftware && path && origin ? origin + path : null;
  const devices = useQuery(accountDevicesQuery(accountId)).data;
  const hasCalled = devices?.some(({ _id, isActivated }) => _id === deviceId && isActivated);
  return (
    <Stack gap="sm">
      <Text>
        <Trans>
          The terminal <strong>{serialNumber}</strong> belongs to this account now.
        </Trans>{' '}
        {t(menu)}
      </Text>
      {url ? (
        <Group gap="xs">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            <Trans>
              Its address, shown only now: <Code>{url}</Code>
            </Trans>
          </Text>
          <CopyText text={url} label={t`Copy address`} />
        </Group>
      ) : (
        <dl className={classes.facts}>
          <div>
            <dt>
              <Trans>Server address</Trans>
            </dt>
            <dd>
              <Code>{host ?? t`Not known`}</Code>
            </dd>
          </div>
          <div>
            <dt>
              <Trans>Server port</Trans>
            </dt>
            <dd>
              <Code>{port}</Code>
            </dd>
          </div>
          <div style={{ gridColumn: '1 / -1' }}>
            <dt>{path ? t`Path, shown only now` : t`Path, if it asks for one`}</dt>
            <dd>
              <Code>{path ?? '/iclock'}</Code>
            </dd>
          </div>
        </dl>
      )}
      {path && !url && (
        <Group>
          <CopyText text={path} label={t`Copy path`} />
        </Group>
      )}
      {also && <Text size="sm">{t(also)}</Text>}
      {/* That terminals do not speak https is nothing to software. */}
      {words && !url?.startsWith('https:') && (
        <Alert color="orange" variant="light" role="note">
          {translated(words)}
        </Alert>
      )}
      <Alert color="gray" variant="light">
        <span role="status">{hasCalled ? t`It has called.` : t`Waiting for the first contact.`}</span>{' '}
        {make === 'adms'
          ? t`It calls in within a minute. What it recorded before is imported once, without duplicates.`
          : t`Each event arrives as it happens; the connection log shows what was no punch.`}
      </Alert>
    </Stack>
  );
}

/** Copies what is typed into a page of the device or its software. */
function CopyText({ text, label }: { text: string; label: string }) {
  const { t } = useLingui();
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button variant="default" size="xs" onClick={copy}>
          {copied ? t`Copied` : label}
        </Button>
      )}
    </CopyButton>
  );
}
