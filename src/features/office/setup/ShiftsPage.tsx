import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Group, List, NativeSelect, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SetupShifts } from '#contract/office/setupLists.ts';
import { messageOf } from '../../../api/errors.ts';
import { isMixed } from '../../../lib/owners.ts';
import { dayLabel } from '../../../lib/zoned.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { setupShiftsQuery } from './lists.queries.ts';
import { OwnerLock, OwnerOfAll } from './OwnerLock.tsx';
import { ShiftMatrix } from './ShiftMatrix.tsx';
import classes from './setup.module.css';
import { brokenByWeek, ruleOn } from './shiftLimits.ts';
import { weekOn } from './shifts.ts';
import { Week } from './Week.tsx';

const ShiftDialog = lazyDialog(() => import('./ShiftDialog.tsx'));
const RotationDialog = lazyDialog(() => import('./RotationDialog.tsx'));
const GroupDialog = lazyDialog(() => import('./GroupDialog.tsx'));

/** The hours of each time group, as a week. */
export default function ShiftsPage({ accountId, today }: { accountId: string; today: string }) {
  const { t } = useLingui();
  const shifts = useQuery(setupShiftsQuery(accountId));
  const [isAdding, setAdding] = useState(false);
  return (
    <Stack gap="xs">
      <Group>
        {/* Beside the button: the first shift begins one row higher. */}
        <div className={classes.source}>
          <OwnerOfAll rows={shifts.data ?? []} />
        </div>
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
          <Trans>Add shift</Trans>
        </Button>
      </Group>
      <Loaded
        query={shifts}
        failed={messageOf}
        height={400}
        label={t`shifts`}
        empty={t`There are no shifts yet. People on one shift work the same hours.`}
      >
        {(all) => (
          <>
            {all.length > 1 && <ShiftMatrix all={all} today={today} />}
            {all.map((one) => (
              <GroupWeek key={one.timeGroupId} accountId={accountId} today={today} shifts={one} all={all} />
            ))}
          </>
        )}
      </Loaded>
      {isAdding && <GroupDialog accountId={accountId} kind="time" group={null} onClose={() => setAdding(false)} />}
    </Stack>
  );
}

type GroupProps = { accountId: string; today: string; shifts: SetupShifts; all: readonly SetupShifts[] };
function GroupWeek({ accountId, today, shifts, all }: GroupProps) {
  const { t } = useLingui();
  const { weeks } = shifts;
  const [chosen, setChosen] = useState<string | null>();
  const [weekday, setWeekday] = useState<number>();
  const [isRotating, setRotating] = useState(false);
  const shown = weeks.find(({ from }) => from === chosen) ?? weekOn(shifts, today);
  const days = shown?.days ?? [];
  const broken = brokenByWeek(days, ruleOn(shifts, shown?.from ?? null, today));
  return (
    <Panel
      title={shifts.name}
      aside={
        <Group gap="sm">
          {shifts.isLocked && isMixed(all) && <OwnerLock owner={shifts.owner} />}
          {!shifts.isLocked && all.some((one) => one !== shifts && one.weeks.length > 0) && (
            <Button variant="default" aria-label={t`Repeat weeks of ${shifts.name}`} onClick={() => setRotating(true)}>
              <Trans>Repeat weeks</Trans>
            </Button>
          )}
          {weeks.length > 1 && (
            <NativeSelect
              aria-label={t`Week of ${shifts.name}`}
              value={shown?.from ?? ''}
              onChange={({ currentTarget }) => setChosen(currentTarget.value || null)}
              data={weeks.map(({ from }) => ({
                value: from ?? '',
                label: from ? t`From ${dayLabel(from)}` : t`Always`,
              }))}
            />
          )}
        </Group>
      }
    >
      {/* Also of hours that came in a workbook or from payroll, which no dialog has told. */}
      {broken.length > 0 && (
        <Box role="note" aria-label={t`Limits that ${shifts.name} breaks`} mb="sm">
          <List size="sm">
            {broken.map((words) => (
              <List.Item key={words}>{words}</List.Item>
            ))}
          </List>
        </Box>
      )}
      <Week days={days} onOpen={shifts.isLocked ? undefined : setWeekday} />
      {isRotating && (
        <RotationDialog
          accountId={accountId}
          today={today}
          shifts={shifts}
          all={all}
          onClose={() => setRotating(false)}
        />
      )}
      {weekday !== undefined && (
        <ShiftDialog
          key={weekday}
          accountId={accountId}
          today={today}
          shifts={shifts}
          days={days}
          weekday={weekday}
          weekFrom={shown?.from ?? null}
          onClose={() => setWeekday(undefined)}
        />
      )}
    </Panel>
  );
}
