import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Code, Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Device } from '#contract/intake/devices.ts';
import { secretPathOf } from '#contract/intake/makes.ts';
import { type deviceOptions, EVENT_FIELDS, type EventField } from '#contract/intake/terminals.ts';
import { isTimeZone } from '#contract/platform/timeZones.ts';
import { messageOf } from '../../../api/errors.ts';
import { fieldErrors } from '../../../api/issues.ts';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { useMay } from '../../../state/session.ts';
import formClasses from '../../../ui/form.module.css';
import { Loaded } from '../../../ui/Loaded.tsx';
import { useForm } from '../../../ui/useForm.ts';
import { deviceOptionsQuery, updateOptionsMutation } from './devices.queries.ts';

type Options = z.infer<typeof deviceOptions>;
type Props = { accountId: string; device: Device };

const DIRECTIONS: { value: Options['directions']; label: MessageDescriptor }[] = [
  { value: 'found', label: msg`Find out from what it sends` },
  { value: 'trust', label: msg`Trust its in and out keys` },
  { value: 'alternate', label: msg`Alternate in and out` },
];

/** The labels of the names; an empty one is the field's own. */
const FIELD_WORDS: Record<EventField, MessageDescriptor> = {
  id: msg`Number of the event`,
  pin: msg`PIN`,
  card: msg`Card number`,
  time: msg`Time`,
  direction: msg`Direction`,
  in: msg`Word for in`,
  out: msg`Word for out`,
  events: msg`List of events`,
  kind: msg`Kind of the event`,
  passes: msg`Kinds that are punches, with commas`,
};

type Names = Record<EventField, string>;
/** Returns a text for each field; '' where it has its own name. */
const namesOf = (fields: Options['fields'] = {}) =>
  // The keys of EVENT_FIELDS.
  Object.fromEntries(EVENT_FIELDS.map((field) => [field, fields[field] ?? ''])) as Names;
const filledNames = (names: Names) =>
  Object.fromEntries(EVENT_FIELDS.flatMap((field) => (names[field].trim() ? [[field, names[field].trim()]] : [])));

/** The options of a terminal: direction keys, its own time zone, the secret path against spoofed serial numbers. */
export function TerminalOptions({ accountId, device }: Props) {
  const { t } = useLingui();
  const options = useQuery(deviceOptionsQuery(accountId, device._id));
  // In this component, because the form is remounted after saving, and only this answer contains the path.
  const update = useMutation(updateOptionsMutation(accountId, device._id));
  return (
    <section aria-label={t`Terminal options`}>
      <Stack gap="sm">
        <Text fw={600}>
          <Trans>Terminal options</Trans>
        </Text>
        <Loaded query={options} failed={messageOf} height={160} label={t`the terminal options`}>
          {(saved) => (
            <OptionsForm
              key={JSON.stringify(saved)}
              options={saved}
              newPath={update.data?.secretPath ?? null}
              save={update.mutateAsync}
            />
          )}
        </Loaded>
      </Stack>
    </section>
  );
}

/** Says how a terminal's punches get their direction. A make with an address of its own says it with each event, or does not. */
const directionWords = ({ make, sendsDirections }: Options) => {
  if (make !== 'adms') return t`Where an event has no direction, in and out alternate.`;
  return sendsDirections
    ? t`This device sends IN and OUT.`
    : t`This device sends no IN and OUT: Tallyboard alternates.`;
};

type FormProps = {
  options: Options;
  /** The secret path that has just been created. */
  newPath: string | null;
  save: (
    change: Pick<Options, 'directions' | 'timeZone' | 'fields' | 'epoch'> & { useSecretPath: boolean },
  ) => Promise<unknown>;
};

function OptionsForm({ options, newPath, save }: FormProps) {
  const { t } = useLingui();
  const mayUpdate = useMay('Device.UPDATE');
  const mayTrust = useMay('Device.MANAGE_NETWORKS');
  const form = useForm({
    initialValues: {
      directions: options.directions,
      timeZone: options.timeZone ?? '',
      useSecretPath: options.hasSecretPath,
      fields: namesOf(options.fields),
      epoch: options.epoch ?? 'utc',
    },
    validate: {
      timeZone: (zone) =>
        zone.trim() === '' || isTimeZone(zone.trim()) ? null : t`Use a name such as Africa/Johannesburg`,
    },
    validateInputOnBlur: true,
  });
  const submit = async ({ directions, timeZone, useSecretPath, fields, epoch }: typeof form.values) => {
    try {
      await save({
        directions,
        timeZone: timeZone.trim() || null,
        useSecretPath,
        ...(options.fields && { fields: filledNames(fields) }),
        ...(options.epoch && { epoch }),
      });
    } catch (error) {
      form.setErrors(fieldErrors(error));
    }
  };

  return (
    <form onSubmit={form.onSubmit(submit)} noValidate data-dirty={form.isDirty() || undefined}>
      <Stack gap="md">
        <NativeSelect
          label={t`In and out`}
          description={directionWords(options)}
          data={DIRECTIONS.map(({ value, label }) => ({ value, label: t(label) }))}
          disabled={!mayUpdate}
          {...form.getInputProps('directions')}
        />
        {form.values.directions !== options.directions && (
          <Text size="sm" role="status">
            <Trans>Its stored punches will be read again, and their days worked out anew.</Trans>
          </Text>
        )}
        <TextInput
          label={t`Time zone`}
          description={t`Only if the terminal is in another zone than the account.`}
          placeholder={t`As the account`}
          maxLength={64}
          disabled={!mayUpdate}
          {...form.getInputProps('timeZone')}
        />
        {options.epoch && (
          <NativeSelect
            label={t`Its seconds since 1970`}
            description={t`For events from here on.`}
            data={[
              { value: 'utc', label: t`In UTC` },
              { value: 'local', label: t`On the clock that it shows` },
            ]}
            disabled={!mayUpdate}
            {...form.getInputProps('epoch')}
          />
        )}
        <Switch
          label={t`Secret path`}
          description={
            options.make === 'adms'
              ? t`Only requests under a path that nobody can guess are accepted as this terminal’s.`
              : t`Without one, none of its events is accepted.`
          }
          disabled={!mayUpdate || !mayTrust}
          {...form.getInputProps('useSecretPath', { type: 'checkbox' })}
        />
        {options.hasSecretPath && (
          <Text size="sm">
            {newPath ? (
              <Trans>
                Server path for the terminal, shown only now: <Code>{secretPathOf(options.make, newPath)}</Code>
              </Trans>
            ) : (
              t`The terminal has a secret path. To see one, turn it off and on again: that makes a new one.`
            )}
          </Text>
        )}
        {options.fields && (
          <Stack gap="xs" role="group" aria-label={t`Its names of the fields`}>
            <Text size="sm">
              <Trans>What it calls each field; data.user.id for one within others. Empty: as shown.</Trans>
            </Text>
            <div className={formClasses.fields}>
              {EVENT_FIELDS.map((field) => (
                <TextInput
                  key={field}
                  label={t(FIELD_WORDS[field])}
                  placeholder={field}
                  translate="no"
                  maxLength={field === 'passes' ? 200 : 60}
                  disabled={!mayUpdate}
                  {...form.getInputProps(`fields.${field}`)}
                />
              ))}
            </div>
          </Stack>
        )}
        {mayUpdate && (
          <Group justify="flex-end">
            <ServerButton type="submit" disabled={!form.isDirty() || !form.isValid()} loading={form.submitting}>
              <Trans>Update options</Trans>
            </ServerButton>
          </Group>
        )}
      </Stack>
    </form>
  );
}
