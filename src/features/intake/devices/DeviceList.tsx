import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Button, Group, Menu, Stack, Text } from '@mantine/core';
import {
  IconAntennaBarsOff,
  IconChartBar,
  IconChevronDown,
  IconCircleCheck,
  IconCircleDashed,
  IconPencil,
  IconPlus,
  IconPrinter,
  IconQrcode,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { AccountDevice, Device } from '#contract/intake/devices.ts';
import { viewActivationCode } from '#contract/intake/enrolment.ts';
import { count } from '../../../lib/figures.ts';
import { ago, moment } from '../../../lib/moments.ts';
import { HowToLink } from '../../../shell/HelpLink.tsx';
import { useMay, useMayCall } from '../../../state/session.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { DeleteDevice } from './DeleteDevice.tsx';
import { ADD_KIND, type DeviceKind, hasActivationCode, isOnline, KIND_LABEL } from './deviceRules.ts';
import classes from './devices.module.css';
import { accountDevicesQuery } from './devices.queries.ts';
import { MAKES } from './makes.ts';

export type DevicePanel = 'edit' | 'code' | 'recorder';

type Props = {
  accountId: string;
  onAdd: (kind: DeviceKind) => void;
  onOpen: (deviceId: string, panel: DevicePanel) => void;
  onPrintBadges: () => void;
};

/** The devices of an account, with the actions for each. */
export function DeviceList({ accountId, onAdd, onOpen, onPrintBadges }: Props) {
  const { t } = useLingui();
  const devices = useQuery(accountDevicesQuery(accountId));
  const mayAdd = useMay('Device.CREATE_FOR_ACCOUNT');
  const mayPrint = useMay('Employee.GET');

  return (
    <Stack gap="md">
      <Group justify="flex-end">
        {mayPrint && (
          <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={onPrintBadges}>
            <Trans>Print badges</Trans>
          </Button>
        )}
        {mayAdd && <AddDeviceMenu onAdd={onAdd} />}
      </Group>
      <Loaded
        query={devices}
        failed={t`Failed to load account devices. Please try again later.`}
        height={140}
        label={t`devices`}
      >
        {(shown) =>
          shown.length === 0 ? (
            <EmptyState text={t`No devices found.`}>
              {mayAdd && (
                <Text size="sm" c="dimmed" ta="center">
                  <Trans>Add Device enrols a terminal by its serial number, and a phone or tablet by a code.</Trans>
                </Text>
              )}
              <HowToLink to="devices" />
            </EmptyState>
          ) : (
            <ul className={classes.list} aria-label={t`Devices`}>
              {shown.map((device) => (
                <DeviceRow key={device._id} device={device} accountId={accountId} onOpen={onOpen} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Stack>
  );
}

const KIND_HINT: Record<DeviceKind, MessageDescriptor> = {
  adms: msg`A terminal: ZKTeco, Hikvision, Dahua, Control iD or another, by its serial number`,
  managed: msg`A phone or tablet set up by scanning a QR code`,
  unmanaged: msg`A phone or tablet with the app installed by hand`,
  standalone: msg`Works offline and uploads when it can`,
};

function AddDeviceMenu({ onAdd }: Pick<Props, 'onAdd'>) {
  const { t } = useLingui();
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Button
          leftSection={<IconPlus size={18} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          <Trans>Add Device</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['adms', 'managed', 'unmanaged', 'standalone'] as const).map((kind) => (
          <Menu.Item key={kind} onClick={() => onAdd(kind)}>
            <span className={classes.name}>
              {kind === 'adms' ? t`Add ${MAKES.adms.name} Device` : t(ADD_KIND[kind])}
            </span>
            <span className={classes.detail}>{t(KIND_HINT[kind])}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function DeviceRow({ device, accountId, onOpen }: { device: AccountDevice } & Pick<Props, 'accountId' | 'onOpen'>) {
  const { t } = useLingui();
  const mayCode = useMayCall(viewActivationCode);
  const mayEdit = useMay('Device.UPDATE');
  const { make, model, platform, platformVersion, clientVersion } = device.deviceInfo ?? {};
  const facts: [string, string][] = [
    [t`Serial number`, device.serialNumber],
    ...(device.imei ? [[t`IMEI`, device.imei] satisfies [string, string]] : []),
    [t`First contact`, moment(device.firstContact)],
    [t`Last active`, since(device.lastActive)],
    [t`Records`, device.records ? t`${count(device.records)}, last ${since(device.lastData)}` : t`None yet`],
    [t`Employees`, String(device.employeeIds.length)],
    ...(device.mdmProfile ? [[t`Profile`, device.mdmProfile] satisfies [string, string]] : []),
    ...(make || model ? [[t`Make and model`, [make, model].filter(Boolean).join(' ')] satisfies [string, string]] : []),
    ...(platform
      ? [[t`Platform`, [platform, platformVersion].filter(Boolean).join(' ')] satisfies [string, string]]
      : []),
    ...(clientVersion ? [[t`App version`, clientVersion] satisfies [string, string]] : []),
  ];

  return (
    <li className={classes.device}>
      <Group gap="xs" wrap="wrap">
        <h2 className={classes.name}>{device.description}</h2>
        <Badge variant="default">
          {device.kind === 'adms' ? MAKES[device.make ?? 'adms'].name : t(KIND_LABEL[device.kind])}
        </Badge>
        {device.kind !== 'adms' && <Badge variant="default">{device.deviceType}</Badge>}
        <DeviceState device={device} />
      </Group>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Group gap={6}>
        {mayEdit && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => onOpen(device._id, 'edit')}
          >
            <Trans>Edit</Trans>
          </Button>
        )}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconChartBar size={16} aria-hidden />}
          onClick={() => onOpen(device._id, 'recorder')}
        >
          <Trans>Connection log</Trans>
        </Button>
        {mayCode && hasActivationCode(device) && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconQrcode size={16} aria-hidden />}
            onClick={() => onOpen(device._id, 'code')}
          >
            <Trans>Activation code</Trans>
          </Button>
        )}
        <DeleteDevice accountId={accountId} device={device} />
        <Text size="sm" c="dimmed" ms="auto">
          {addedWords(device)}
        </Text>
      </Group>
    </li>
  );
}

const since = (instant: string | null) => (instant ? ago(instant, Date.now()) : t`Never`);

function addedWords({ createdAt, createdBy }: AccountDevice) {
  const at = moment(createdAt, t`not recorded`);
  return createdBy ? t`Added ${at} by ${createdBy}` : t`Added ${at}`;
}

/** Online, silent or not activated yet: an icon with a word. */
function DeviceState({ device }: { device: Device }) {
  if (!device.isActivated)
    return (
      <span className={classes.state} data-state="pending">
        <Trans>
          <IconCircleDashed size={18} aria-hidden /> Not activated
        </Trans>
      </span>
    );
  if (isOnline(device, Date.now()))
    return (
      <span className={classes.state} data-state="online">
        <Trans>
          <IconCircleCheck size={18} aria-hidden /> Online
        </Trans>
      </span>
    );
  return (
    <span className={classes.state} data-state="silent">
      <Trans>
        <IconAntennaBarsOff size={18} aria-hidden /> Silent
      </Trans>
    </span>
  );
}
