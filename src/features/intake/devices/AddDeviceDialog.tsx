import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MDM_PROFILES } from '#contract/intake/devices.ts';
import { DEFAULT_DEVICE_DESCRIPTION } from '#contract/platform/limits.ts';
import { fieldErrors } from '../../../api/issues.ts';
import { useOfflineReason } from '../../../state/reachability.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useForm } from '../../../ui/useForm.ts';
import type { DeviceCode } from './CodeDialog.tsx';
import { ADD_KIND, type DeviceKind, NEEDED, type NewDeviceValues, newDeviceErrors } from './deviceRules.ts';
import {
  createManagedMutation,
  createStandaloneMutation,
  createTerminalMutation,
  createUnmanagedMutation,
} from './devices.queries.ts';
import { MAKE_CHOICES, MAKES } from './makes.ts';
import { WhoClocks } from './WhoClocks.tsx';

const HINT: Record<DeviceKind, MessageDescriptor> = {
  adms: msg`The serial number is on the terminal’s case and in its menu under System info.`,
  managed: msg`After a factory reset, tap the first screen six times and scan the QR code that is shown next.`,
  unmanaged: msg`Install the app on the device, then scan or type the activation code that is shown next.`,
  standalone: msg`It works without a connection and uploads when it has one.`,
};

type Props = {
  accountId: string;
  kind: DeviceKind;
  /** The serial number of a terminal that called in. */
  serialNumber?: string | undefined;
  /** Notes to read before a terminal is added. */
  notice?: ReactNode;
  onClose: () => void;
  /** Called when the device is added; `code` is what it is enrolled or activated with. */
  onAdded: (code: DeviceCode) => void;
};

/** Adds a device of one kind (spec sections 2 and 5), with its name and who clocks on it. */
export function AddDeviceDialog({ accountId, kind, serialNumber = '', notice, onClose, onAdded }: Props) {
  const { t } = useLingui();
  const offline = useOfflineReason();
  const managed = useMutation(createManagedMutation(accountId));
  const unmanaged = useMutation(createUnmanagedMutation(accountId));
  const standalone = useMutation(createStandaloneMutation(accountId));
  const form = useForm<NewDeviceValues>({
    initialValues: {
      serialNumber,
      imei: '',
      make: '',
      model: '',
      profile: 'Open',
      description: '',
      employeeIds: [],
    },
    validate: (values) => newDeviceErrors(kind, values),
    validateInputOnBlur: true,
  });
  const needs = NEEDED[kind];
  const terminalMake = MAKE_CHOICES.find((make) => make === form.values.make) ?? 'adms';
  const makes = MAKE_CHOICES.map((value) => ({ value, label: t(MAKES[value].label) }));
  const words = kind === 'adms' ? MAKES[terminalMake] : undefined;
  const terminal = useMutation(createTerminalMutation(accountId, MAKES[terminalMake].name));

  const add = async (values: NewDeviceValues): Promise<DeviceCode> => {
    const serialNumber = values.serialNumber.trim();
    const description = values.description.trim();
    const { employeeIds } = values;
    const named = { ...(description && { description }), ...(employeeIds.length > 0 && { employeeIds }) };
    const both = { serialNumber, imei: values.imei.trim(), ...named };
    if (kind === 'adms') {
      const { id, secretPath } = await terminal.mutateAsync({ serial: serialNumber, make: terminalMake, ...named });
      return { deviceId: id, kind, serialNumber, make: terminalMake, secretPath };
    }
    if (kind === 'managed') {
      const { id, enrollmentQrCodeUrl } = await managed.mutateAsync({ ...both, profile: values.profile });
      return { deviceId: id, kind, enrolmentUrl: enrollmentQrCodeUrl };
    }
    const { id, activationToken, expiresAt } =
      kind === 'unmanaged'
        ? await unmanaged.mutateAsync(both)
        : await standalone.mutateAsync({ ...both, make: values.make.trim(), model: values.model.trim() });
    return { deviceId: id, kind, activationToken, expiresAt };
  };
  const submit = async (values: NewDeviceValues) => {
    try {
      onAdded(await add(values));
    } catch (error) {
      const { serial, ...errors } = fieldErrors(error, () => 'serialNumber');
      form.setErrors(serial ? { ...errors, serialNumber: serial } : errors);
    }
  };

  return (
    <FormDialog
      opened
      onClose={onClose}
      title={kind === 'adms' ? t`Add ${MAKES[terminalMake].name} Device` : t(ADD_KIND[kind])}
      submit={t`Add Device`}
      onSubmit={form.onSubmit(submit)}
      canSubmit={!offline && form.isValid()}
      reason={offline}
      busy={form.submitting}
      dirty={form.isDirty()}
    >
      <Text size="sm" c="dimmed">
        {t(words?.serialHint ?? HINT[kind])}
      </Text>
      {kind === 'adms' && notice}
      {kind === 'adms' && <NativeSelect label={t`Make`} data={makes} {...form.getInputProps('make')} />}
      <TextInput
        label={t`Serial number`}
        required
        maxLength={64}
        autoComplete="off"
        data-autofocus={!serialNumber || undefined}
        {...form.getInputProps('serialNumber')}
      />
      {needs.includes('imei') && (
        <TextInput
          label={t`IMEI`}
          required
          maxLength={40}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('imei')}
        />
      )}
      {needs.includes('make') && <TextInput label={t`Make`} required maxLength={60} {...form.getInputProps('make')} />}
      {needs.includes('model') && (
        <TextInput label={t`Model`} required maxLength={60} {...form.getInputProps('model')} />
      )}
      {kind === 'managed' && (
        <NativeSelect label={t`Profile`} data={[...MDM_PROFILES]} {...form.getInputProps('profile')} />
      )}
      <TextInput
        label={t`Name`}
        description={t`Where it is: Gate A, Packhouse`}
        placeholder={DEFAULT_DEVICE_DESCRIPTION}
        maxLength={120}
        autoComplete="off"
        data-autofocus={serialNumber ? true : undefined}
        {...form.getInputProps('description')}
      />
      <WhoClocks
        accountId={accountId}
        chosen={form.values.employeeIds}
        onChange={(employeeIds) => form.setFieldValue('employeeIds', employeeIds)}
      />
    </FormDialog>
  );
}
