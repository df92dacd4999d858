import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Select, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AccountSettings,
  RECORD_YEARS,
  type SavedSettings,
  updateAccountSettings,
} from '#contract/access/accountSettings.ts';
import { messageOf } from '../../../api/errors.ts';
import { moment } from '../../../lib/moments.ts';
import { zoneChoices } from '../../../lib/timeZones.ts';
import { LanguageField } from '../../../shell/LanguageField.tsx';
import { LeaveGuard } from '../../../shell/LeaveGuard.tsx';
import { OFFERED } from '../../../shell/languages.ts';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { useMayCall } from '../../../state/session.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { settingsQuery, updateSettingsMutation } from './accountSettings.queries.ts';
import { ConsentSettings } from './ConsentSettings.tsx';
import { SystemIdsInput } from './SystemIdsInput.tsx';
import { addSystemId } from './systemIds.ts';
import { TimeZonePreview } from './TimeZonePreview.tsx';

/** The settings of an account: the systems that may deliver data, the time zone, and what is stored about terminals. */
export function SettingsForm({ accountId }: { accountId: string }) {
  const { t } = useLingui();
  const settings = useQuery(settingsQuery(accountId));
  return (
    <Loaded
      query={settings}
      failed={t`Failed to load account settings. Please try again later.`}
      height={240}
      label={t`settings`}
    >
      {(saved) => <Form key={keyOf(saved)} accountId={accountId} saved={saved} />}
    </Loaded>
  );
}

const settingsOf = ({
  allowedSystemIds,
  timeZone,
  language,
  storeTemplates,
  correctionDays,
  recordYears,
  musterForAll,
  lastFigures,
  consentRequired,
  consentText,
}: SavedSettings): AccountSettings => ({
  allowedSystemIds,
  timeZone,
  language,
  storeTemplates,
  correctionDays,
  recordYears,
  musterForAll,
  lastFigures,
  consentRequired,
  consentText,
});

/** Resets the form when the settings that it shows were saved, but not when others on the page were. */
const keyOf = (saved: SavedSettings) => JSON.stringify([settingsOf(saved), saved.recalculatingSince]);

function Form({ accountId, saved: answer }: { accountId: string; saved: SavedSettings }) {
  const { t } = useLingui();
  const saved = settingsOf(answer);
  const [values, setValues] = useState(saved);
  const update = useMutation(updateSettingsMutation(accountId));
  const mayUpdate = useMayCall(updateAccountSettings);
  const [typed, setTyped] = useState('');
  // A system id that was typed but not added is saved as well, so that it is not lost.
  const added = addSystemId(values.allowedSystemIds, typed);
  const wanted = added && 'ids' in added ? { ...values, allowedSystemIds: added.ids } : values;
  const changed = JSON.stringify(wanted) !== JSON.stringify(saved);
  const dirty = changed || typed.trim() !== '';

  return (
    <form
      aria-label={t`Settings`}
      data-dirty={dirty || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        // Unchanged, none of these is sent: the user has not confirmed the zone, and what deletes templates asks for a proof.
        const { timeZone, storeTemplates, consentRequired, consentText, ...others } = wanted;
        update.mutate({
          ...others,
          ...(timeZone !== saved.timeZone && { timeZone }),
          ...(storeTemplates !== saved.storeTemplates && { storeTemplates }),
          ...(consentRequired !== saved.consentRequired && { consentRequired }),
          ...(consentText !== saved.consentText && { consentText }),
        });
      }}
    >
      <LeaveGuard when={dirty && !update.isPending} />
      <Stack gap="lg">
        <SystemIdsInput
          typed={typed}
          onType={setTyped}
          ids={values.allowedSystemIds}
          disabled={!mayUpdate}
          onChange={(allowedSystemIds) => setValues({ ...values, allowedSystemIds })}
        />
        <Select
          label={t`Time zone`}
          description={t`Days, shifts and reports of the account go by it.`}
          searchable
          limit={60}
          allowDeselect={false}
          disabled={!mayUpdate}
          data={zoneChoices(values.timeZone)}
          value={values.timeZone}
          onChange={(timeZone) => timeZone && setValues({ ...values, timeZone })}
        />
        {values.timeZone !== saved.timeZone && <TimeZonePreview accountId={accountId} timeZone={values.timeZone} />}
        {answer.recalculatingSince && (
          <Text size="sm" role="status">
            <Trans>Figures are being worked out anew since {moment(answer.recalculatingSince)}.</Trans>
          </Text>
        )}
        {OFFERED.length > 1 && (
          <LanguageField
            description={t`Of users who have chosen none, of mails to others, and of print views.`}
            disabled={!mayUpdate}
            value={values.language}
            onChange={(language) => language && setValues({ ...values, language })}
          />
        )}
        <Switch
          label={t`Keep biometric templates of terminals`}
          description={t`Encrypted, for backups and replaced terminals only. Needs the consent of those concerned.`}
          disabled={!mayUpdate}
          checked={values.storeTemplates}
          onChange={(event) => setValues({ ...values, storeTemplates: event.currentTarget.checked })}
        />
        {saved.storeTemplates && !values.storeTemplates && (
          <Text size="sm" role="status">
            <Trans>
              The stored templates are deleted, here and on each terminal: those people enrol there again, or use a
              badge.
            </Trans>
          </Text>
        )}
        <ConsentSettings
          saved={saved}
          values={values}
          disabled={!mayUpdate}
          onChange={(consent) => setValues({ ...values, ...consent })}
        />
        <Switch
          label={t`Muster list for everybody`}
          description={t`Users who are limited to some people still see everybody on site: safety before secrecy.`}
          disabled={!mayUpdate}
          checked={values.musterForAll}
          onChange={(event) => setValues({ ...values, musterForAll: event.currentTarget.checked })}
        />
        <Switch
          label={t`Last figures before log-in`}
          description={t`Users may have their device show the Overview’s last numbers, without names, for a day.`}
          disabled={!mayUpdate}
          checked={values.lastFigures}
          onChange={(event) => setValues({ ...values, lastFigures: event.currentTarget.checked })}
        />
        <NumberField
          label={t`Records stay for at least`}
          description={t`Older ones are removed only when an Owner asks: Trends, Records.`}
          unit={t`years`}
          min={RECORD_YEARS.least}
          max={RECORD_YEARS.most}
          disabled={!mayUpdate}
          value={values.recordYears}
          onChange={(years) => setValues({ ...values, recordYears: years || saved.recordYears })}
        />
        {update.isError && <ErrorNote text={messageOf(update.error)} />}
        {mayUpdate && (
          <Group justify="flex-end">
            <ServerButton type="submit" disabled={!changed} loading={update.isPending}>
              <Trans>Update Settings</Trans>
            </ServerButton>
          </Group>
        )}
      </Stack>
    </form>
  );
}
