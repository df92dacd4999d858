import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_PLANNED_DAYS, MAX_PLANNED_RECORDERS } from '#contract/platform/limits.ts';
import { MOST_SHOWN } from '../../../api/choices.ts';
import { ApiError } from '../../../api/errors.ts';
import { lookupsQuery } from '../../../api/names.ts';
import { naturalOrder } from '../../../lib/order.ts';
import { wallTimeIn } from '../../../lib/typed.ts';
import { addDays } from '../../../lib/zoned.ts';
import { useOnline } from '../../../state/reachability.ts';
import { DateField } from '../../../ui/DateField.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { TimeField } from '../../../ui/TimeField.tsx';
import { CodeFields } from './CodeFields.tsx';
import { CrewField } from './CrewField.tsx';
import classes from './corrections.module.css';
import { PlannedWork } from './PlannedWork.tsx';
import { PlanRate, useMayRate, usePlanRate } from './PlanRate.tsx';
import { Refused } from './Refused.tsx';
import { unitsOf } from './sheetCells.ts';
import { sideBySide } from './sideBySide.ts';
import { refusalText } from './words.ts';
import { type Planned, setWorkPlanMutation, workPlansQuery } from './workPlans.queries.ts';

type Props = { accountId: string; timeZone: string; today: string };

/** Tomorrow's work from the office: what Recorders count from a time on, and what they say of it. */
export function WorkPlans({ accountId, timeZone, today }: Props) {
  const { t } = useLingui();
  const listed = useQuery(workPlansQuery(accountId));
  const lookups = useQuery(lookupsQuery(accountId)).data;
  const [day, setDay] = useState(() => addDays(today, 1));
  const [typedTime, setTypedTime] = useState('');
  const time = wallTimeIn(typedTime);
  const [crew, setCrew] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string[]>([]);
  const [product, setProduct] = useState<string | null>(null);
  const [block, setBlock] = useState<string | null>(null);
  const [perScan, setPerScan] = useState('1');
  const [amount, setAmount] = useState('');
  const mayRate = useMayRate();
  const rateOf = { from: day, lookup1: product, lookup2: block, employeeGroupId: crew };
  const { rate, ...known } = usePlanRate(accountId, mayRate ? amount : '', rateOf);
  const online = useOnline();
  const save = useMutation(setWorkPlanMutation(accountId));
  const recorders = listed.data?.recorders ?? [];
  const entriesOf = (which: 1 | 2) => lookups && (lookups.find(({ lookup }) => lookup === which)?.entries ?? []);
  const units = unitsOf(perScan);
  const isUnits = typeof units === 'string' && Number(units) > 0 && Number(units) < 1_000_000;
  const order: Planned | null =
    chosen.length > 0 && time && isUnits && rate !== undefined
      ? { deviceIds: chosen, day, time, lookup1Code: product, lookup2Code: block, unitsPerScan: units, rate }
      : null;
  const ofCrew = recorders.filter(({ crewIds }) => crew !== null && crewIds.includes(crew));
  const isTaken = save.error instanceof ApiError && save.error.errorCode === 'CONFLICT';
  const unsaved = save.data?.unsaved;
  const failure = save.error ?? unsaved;
  const why = unsaved && refusalText(unsaved);
  /** Takes a changed field: another order, of which nothing was refused yet. */
  const anew =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      save.reset();
      set(value);
    };
  const chooseCrew = (groupId: string | null) => {
    setCrew(groupId);
    anew(setChosen)(
      recorders.filter(({ crewIds }) => groupId !== null && crewIds.includes(groupId)).map(({ _id }) => _id),
    );
  };
  return (
    <Stack gap="md">
      <Panel form title={t`Plan work for Recorders`}>
        <div style={sideBySide('15rem')}>
          <DateField
            label={t`From day`}
            required
            min={today}
            max={addDays(today, MAX_PLANNED_DAYS)}
            value={day}
            onChange={anew(setDay)}
          />
          <TimeField label={t`From time`} required value={typedTime} onChange={anew(setTypedTime)} />
          <CrewField accountId={accountId} value={crew} onChange={chooseCrew} />
          <MultiSelect
            label={t`Recorders`}
            placeholder={chosen.length === 0 ? t`Choose` : undefined}
            required
            searchable
            limit={MOST_SHOWN}
            maxValues={MAX_PLANNED_RECORDERS}
            data={recorders
              .map(({ _id, name }) => ({ value: _id, label: name }))
              .sort((a, b) => naturalOrder(a.label, b.label))}
            value={chosen}
            onChange={anew(setChosen)}
            nothingFoundMessage={t`No Recorder`}
          />
          <CodeFields
            accountId={accountId}
            values={[product, block]}
            placeholder={t`Any`}
            onChange={(lookup, code) => anew(lookup === 1 ? setProduct : setBlock)(code)}
          />
          <TextInput
            label={t`Units per scan`}
            inputMode="decimal"
            required
            maxLength={10}
            value={perScan}
            onChange={({ currentTarget }) => anew(setPerScan)(currentTarget.value)}
            error={isUnits ? undefined : t`A number above 0, at most 3 decimals`}
          />
          {mayRate && <PlanRate value={amount} onChange={anew(setAmount)} of={rateOf} {...known} />}
        </div>
        <div aria-live="polite">
          {crew !== null && listed.isSuccess && ofCrew.length === 0 && (
            <Text size="sm">
              <Trans>
                Nobody of this group is assigned to a Recorder, so none can be said to be theirs: choose the Recorders.
              </Trans>
            </Text>
          )}
          {failure && (
            <Refused error={failure} words={why && t`The work is planned, but its rate is not saved: ${why}`} />
          )}
        </div>
        <div className={classes.adding}>
          <ReasonButton
            reason={online ? undefined : t`You are offline. Planning needs a connection.`}
            disabled={!order || isTaken}
            loading={save.isPending}
            onClick={() => order && save.mutate(order)}
          >
            {chosen.length > 0
              ? t`${plural(chosen.length, { one: 'Plan for # Recorder', other: 'Plan for # Recorders' })}`
              : t`Plan`}
          </ReasonButton>
          {isTaken && order && (
            <Button variant="default" disabled={!online} onClick={() => save.mutate({ ...order, replace: true })}>
              <Trans>Replace what is planned for then</Trans>
            </Button>
          )}
        </div>
      </Panel>
      <Panel title={t`Planned`}>
        <Loaded query={listed} failed={t`Failed to load the plans`} height={160} label={t`plans`}>
          {(found) => (
            <PlannedWork {...found} accountId={accountId} timeZone={timeZone} today={today} entriesOf={entriesOf} />
          )}
        </Loaded>
      </Panel>
    </Stack>
  );
}
