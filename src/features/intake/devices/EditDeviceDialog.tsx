import { useLingui } from '@lingui/react/macro';
import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type Device, MDM_PROFILES } from '#contract/intake/devices.ts';
import { listAccountEmployees } from '#contract/masterData/employees.ts';
import { DEFAULT_DEVICE_DESCRIPTION } from '#contract/platform/limits.ts';
import { accountEmployeesQuery } from '../../../api/employees.ts';
import { fieldErrors } from '../../../api/issues.ts';
import { useOfflineReason } from '../../../state/reachability.ts';
import { useMayCall } from '../../../state/session.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { useForm } from '../../../ui/useForm.ts';
import { type DeviceValues, deviceValues, isChanged } from './deviceRules.ts';
import { updateDeviceMutation } from './devices.queries.ts';
import { EmployeePicker } from './EmployeePicker.tsx';

type Props = { accountId: string; device: Device; onClose: () => void };

/** Edits a device: its employees, its name and, if managed, its profile. */
export function EditDeviceDialog({ accountId, device, onClose }: Props) {
  const { t } = useLingui();
  const maySeeEmployees = useMayCall(listAccountEmployees);
  const employees = useQuery({ ...accountEmployeesQuery(accountId), enabled: maySeeEmployees });
  const offline = useOfflineReason();
  const update = useMutation(updateDeviceMutation(accountId, device._id));
  const saved = deviceValues(device);
  const form = useForm<DeviceValues>({
    initialValues: saved,
    validate: { description: (text) => (text.trim() ? null : t`Description is required`) },
    validateInputOnBlur: true,
  });
  const changed = isChanged(saved, form.values);

  const submit = async ({ employeeIds, description, mdmProfile }: DeviceValues) => {
    try {
      await update.mutateAsync({
        employeeIds,
        description: description.trim(),
        ...(device.kind === 'managed' && { mdmProfile }),
      });
      onClose();
    } catch (error) {
      form.setErrors(fieldErrors(error));
    }
  };

  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t`Edit ${device.description}`}
      submit={t`Update`}
      onSubmit={form.onSubmit(submit)}
      canSubmit={!offline && changed && form.isValid()}
      reason={offline}
      busy={form.submitting}
      dirty={changed}
    >
      <TextInput
        label={t`Description`}
        required
        maxLength={120}
        placeholder={DEFAULT_DEVICE_DESCRIPTION}
        {...form.getInputProps('description')}
      />
      {device.kind === 'managed' && (
        <NativeSelect label={t`Profile`} data={[...MDM_PROFILES]} {...form.getInputProps('mdmProfile')} />
      )}
      {maySeeEmployees && (
        <Loaded query={employees} failed={t`Failed to load account employees.`} height={320} label={t`employees`}>
          {(everybody) => (
            <EmployeePicker
              employees={everybody}
              chosen={form.values.employeeIds}
              onChange={(employeeIds) => form.setFieldValue('employeeIds', employeeIds)}
            />
          )}
        </Loaded>
      )}
    </FormDialog>
  );
}
