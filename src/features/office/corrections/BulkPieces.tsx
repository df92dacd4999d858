import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, MultiSelect, NativeSelect, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CORRECTION_REASONS, type CorrectionReason, correctionReason } from '#contract/figures/corrections.ts';
import { listOwnDevices } from '#contract/intake/devices.ts';
import { DASHBOARD_DATA_RETENTION_DAYS, MAX_FILTER_IDS } from '#contract/platform/limits.ts';
import { MOST_SHOWN } from '../../../api/choices.ts';
import type { Day } from '../../../api/day.ts';
import { ownDevicesQuery } from '../../../api/ownDevices.ts';
import { count } from '../../../lib/figures.ts';
import { labelled } from '../../../lib/lists.ts';
import { addDays } from '../../../lib/zoned.ts';
import { DayPeriods } from '../../../shell/DayPeriods.tsx';
import { useMayCall } from '../../../state/session.ts';
import { DateRange } from '../../../ui/DateRange.tsx';
import form from '../../../ui/form.module.css';
import { NumberField } from '../../../ui/NumberField.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { TimeField } from '../../../ui/TimeField.tsx';
import { BulkChanges } from './BulkChanges.tsx';
import { BULK_ACTS, type Bulk, type BulkAct, isFactor, orderOf, startOf } from './bulkPieces.ts';
import { CodeFields } from './CodeFields.tsx';
import { CrewField } from './CrewField.tsx';
import classes from './corrections.module.css';
import { correctPiecesMutation, previewPiecesQuery } from './corrections.queries.ts';
import { JobField } from './JobField.tsx';
import { PersonPicker, usePeople } from './PersonPicker.tsx';
import { Refused } from './Refused.tsx';
import { sideBySide } from './sideBySide.ts';
import { useJustDone } from './useJustDone.ts';
import { useOffline } from './useOffline.ts';
import { choicesOf } from './words.ts';

type Props = { accountId: string; timeZone: string; today: string };

/** The preview is requested after typing has paused for this long. */
const REST_MS = 350;

/** Pieces in bulk (docs/reference/corrections.md#pieces-in-bulk): which entries, what is done with them, what that changes, and one press. */
export function BulkPieces({ accountId, timeZone, today }: Props) {
  const { t } = useLingui();
  const [bulk, setBulk] = useState(() => startOf(today));
  const [why, setWhy] = useState<CorrectionReason>();
  const [note, setNote] = useState('');
  const offline = useOffline();
  const reason = why ?? BULK_ACTS[bulk.act].reason;
  const order = orderOf(bulk);
  const [rested] = useDebouncedValue(JSON.stringify(order ?? null), REST_MS, { leading: true });
  const isRested = rested === JSON.stringify(order ?? null);
  const request: typeof order = JSON.parse(rested) ?? undefined; // written by the line above
  const preview = useQuery({
    // The reason does not affect a preview.
    ...previewPiecesQuery(request ? { reason: 'wrong-key', ...request } : EMPTY),
    enabled: !offline && request !== undefined,
  });
  const { add, undo } = useJustDone();
  const save = useMutation(correctPiecesMutation(add, undo.mutate));
  const set = (changed: Partial<Bulk>) => {
    save.reset();
    setBulk((before) => ({ ...before, ...changed }));
  };
  const unexplained = reason === 'other' && note.trim() === '';
  const shown = order && preview.data;
  const act = t(BULK_ACTS[bulk.act].label);
  const isCurrent = isRested && !preview.isPlaceholderData && preview.isSuccess;
  const send = () => {
    if (!order || !shown || !isCurrent || unexplained) return;
    const { basis, receivedUntil } = shown;
    save.mutate(
      { reason, ...(note.trim() && { note: note.trim() }), ...order, basis, receivedUntil },
      { onSettled: () => void preview.refetch() },
    );
  };
  const failure = save.error ?? (order && preview.error);
  return (
    <Stack gap="sm" maw="80.75rem">
      <div style={sideBySide('20rem')}>
        <Which accountId={accountId} timeZone={timeZone} today={today} bulk={bulk} set={set} />
        <What accountId={accountId} timeZone={timeZone} bulk={bulk} set={set} />
      </div>
      <Panel title={t`What changes`}>
        <div className={`${classes.moment} ${form.form}`}>
          <NativeSelect
            className={classes.wide}
            label={t`Reason`}
            value={reason}
            onChange={({ currentTarget }) => setWhy(correctionReason.parse(currentTarget.value))}
            data={choicesOf(CORRECTION_REASONS)}
          />
          <TextInput
            className={classes.wide}
            label={t`Note`}
            required={reason === 'other'}
            maxLength={200}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
            error={unexplained ? t`Say why` : undefined}
          />
        </div>
        <div className={classes.adding}>
          <ReasonButton
            reason={offline}
            disabled={!shown || !isCurrent || shown.applied + shown.punches === 0 || unexplained}
            loading={save.isPending}
            onClick={send}
          >
            {shown ? labelled(act, count(shown.applied + shown.punches)) : act}
          </ReasonButton>
          <Button variant="default" onClick={() => set(startOf(today))}>
            <Trans>Start again</Trans>
          </Button>
        </div>
        <div aria-live="polite">
          {failure && <Refused error={failure} />}
          {!order ? (
            <Text size="sm">{missing(bulk)}</Text>
          ) : shown && !preview.error ? (
            <Stack gap="md" opacity={isCurrent ? 1 : 0.6}>
              <BulkChanges accountId={accountId} timeZone={timeZone} result={shown} />
            </Stack>
          ) : (
            !failure && <Text size="sm">{offline ?? t`Looking at the pieces.`}</Text>
          )}
        </div>
      </Panel>
    </Stack>
  );
}
const EMPTY = { reason: 'wrong-key', choice: { from: '', to: '' }, change: { do: 'void' } } as const;

/** Says what the form still needs. */
function missing({ act, employeeIds, giveTo, from, to }: Bulk): string {
  if (from > to) return t`From must not be after To.`;
  switch (act) {
    case 'work':
      return t`Choose what they should be.`;
    case 'person':
      return giveTo && employeeIds.includes(giveTo)
        ? t`Choose another person than the one who has them.`
        : t`Choose who gets them.`;
    case 'swap':
      return t`Choose the two people.`;
    case 'units':
      return t`Type by how much the units are multiplied.`;
    case 'void':
      return t`Type how close doubles are.`;
  }
}

type PartProps = Omit<Props, 'today'> & { bulk: Bulk; set: (changed: Partial<Bulk>) => void };

/** The choice: days, times, work, people, crew and device. */
function Which({ accountId, timeZone, today, bulk, set }: PartProps & { today: string }) {
  const { t } = useLingui();
  const mayDevices = useMayCall(listOwnDevices);
  const devices = useQuery({ ...ownDevicesQuery(accountId), enabled: mayDevices });
  return (
    <Panel form title={t`Which pieces`}>
      <DateRange
        value={bulk}
        // Most acts are of one day: another first day moves it.
        onChange={({ from, to }) =>
          set(from !== bulk.from && (bulk.from === bulk.to || from > to) ? { from, to: from } : { from, to })
        }
        min={addDays(today, 1 - DASHBOARD_DATA_RETENTION_DAYS)}
        max={today}
      />
      <DayPeriods span={bulk} min={addDays(today, 1 - DASHBOARD_DATA_RETENTION_DAYS)} max={today} onPick={set} />
      <div className={classes.named}>
        <TimeField label={t`From time`} value={bulk.startTime} onChange={(startTime) => set({ startTime })} />
        <TimeField label={t`Until time`} value={bulk.endTime} onChange={(endTime) => set({ endTime })} />
        <CodeFields
          accountId={accountId}
          values={[bulk.lookup1, bulk.lookup2]}
          placeholder={t`All`}
          none={t`None`}
          onChange={(lookup, code) => set({ [`lookup${lookup}`]: code ?? undefined })}
        />
      </div>
      <People
        day={{ accountId, referenceDate: bulk.to, timeZone, live: false }}
        value={bulk.employeeIds}
        onChange={(employeeIds) => set({ employeeIds })}
      />
      <div className={classes.moment}>
        <CrewField
          accountId={accountId}
          value={bulk.employeeGroup}
          onChange={(employeeGroup) => set({ employeeGroup })}
        />
        {mayDevices && (
          <Select
            className={classes.wide}
            label={t`Sent by`}
            placeholder={t`All devices`}
            searchable
            clearable
            limit={MOST_SHOWN}
            data={(devices.data ?? []).map(({ id, label }) => ({ value: id, label }))}
            value={bulk.device}
            onChange={(device) => set({ device })}
          />
        )}
      </div>
    </Panel>
  );
}

/** The act, and its fields. */
function What({ accountId, timeZone, bulk, set }: PartProps) {
  const { t } = useLingui();
  const isClockInsToo = bulk.act === 'swap' || (bulk.act === 'person' && bulk.employeeIds.length === 1);
  return (
    <Panel form title={t`What is done`}>
      <NativeSelect
        aria-label={t`What is done`}
        value={bulk.act}
        onChange={({ currentTarget: { value } }) => value in BULK_ACTS && set({ act: value as BulkAct })} // a key of this constant
        data={Object.entries(BULK_ACTS).map(([value, { label }]) => ({ value, label: t(label) }))}
      />
      {bulk.act === 'work' && (
        <div className={classes.named}>
          <CodeFields
            accountId={accountId}
            values={[bulk.toLookup1, bulk.toLookup2]}
            isNew
            placeholder={t`As it is`}
            none={t`None`}
            onChange={(lookup, code) => set({ [`toLookup${lookup}`]: code ?? undefined })}
          />
          <JobField
            accountId={accountId}
            label={t`New job description`}
            placeholder={t`As it is`}
            value={bulk.toJob ?? null}
            onChange={(code) => set({ toJob: code ?? undefined })}
          />
        </div>
      )}
      {bulk.act === 'person' && (
        <PersonPicker
          day={{ accountId, referenceDate: bulk.to, timeZone, live: false }}
          value={bulk.giveTo}
          onChange={(giveTo) => set({ giveTo })}
        />
      )}
      {bulk.act === 'swap' && (
        <Text size="sm">
          <Trans>Choose the two people under 'Which pieces'. Each gets what the other has.</Trans>
        </Text>
      )}
      {isClockInsToo && (
        <Checkbox
          label={t`Their clock-ins of these times too`}
          checked={bulk.withPunches}
          onChange={({ currentTarget }) => set({ withPunches: currentTarget.checked })}
        />
      )}
      {bulk.act === 'units' && (
        <TextInput
          label={t`Multiply by`}
          inputMode="decimal"
          required
          maxLength={9}
          placeholder="0.5"
          value={bulk.factor}
          onChange={({ currentTarget }) => set({ factor: currentTarget.value })}
          error={bulk.factor !== '' && !isFactor(bulk.factor) ? t`A number above 0 of at most 4 decimals` : undefined}
        />
      )}
      {bulk.act === 'void' && (
        <>
          <Checkbox
            label={t`Only doubles: the same person, work and units`}
            checked={bulk.doublesOnly}
            onChange={({ currentTarget }) => set({ doublesOnly: currentTarget.checked })}
          />
          {bulk.doublesOnly && (
            <NumberField
              label={t`Closer than (minutes)`}
              min={1}
              max={120}
              value={bulk.minutes}
              onChange={(minutes) => set({ minutes })}
            />
          )}
        </>
      )}
    </Panel>
  );
}

type PeopleProps = { day: Day; value: readonly string[]; onChange: (ids: string[]) => void };
function People({ day, value, onChange }: PeopleProps) {
  const { t } = useLingui();
  const { choices } = usePeople(day);
  return (
    <MultiSelect
      label={t`People`}
      placeholder={value.length === 0 ? t`All` : undefined}
      searchable
      clearable
      limit={MOST_SHOWN}
      maxValues={MAX_FILTER_IDS}
      data={choices}
      value={[...value]}
      onChange={onChange}
    />
  );
}
