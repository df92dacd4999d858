import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TeamEntry } from '#contract/office/teamEntries.ts';
import { messageOf } from '../../../api/errors.ts';
import { exactUnits } from '../../../lib/figures.ts';
import { addDays, dayLabel, momentOf } from '../../../lib/zoned.ts';
import { DateField } from '../../../ui/DateField.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ListTable } from '../../../ui/ListTable.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { Refused } from './Refused.tsx';
import { setTeamEntryCountsMutation, teamEntriesQuery } from './teams.queries.ts';
import { useOffline } from './useOffline.ts';
import { nameOf } from './words.ts';

const TeamWorkDialog = lazyDialog(() => import('./TeamWorkDialog.tsx'));

type Props = { accountId: string; timeZone: string; today: string; mayCorrect: boolean };

/** The work of teams of a week or of other days, with the part of each member; a user who corrects adds to it and takes it back. */
export function TeamsPanel({ accountId, timeZone, today, mayCorrect }: Props) {
  const { t } = useLingui();
  const [from, setFrom] = useState(() => addDays(today, -6));
  const [to, setTo] = useState(today);
  const made = useQuery(teamEntriesQuery(accountId, { from, to }));
  const [isAdding, setAdding] = useState(false);
  const offline = useOffline();
  const add = (
    <ReasonButton reason={offline} disabled={!made.data} onClick={() => setAdding(true)}>
      <Trans>Add work of a team</Trans>
    </ReasonButton>
  );
  return (
    <>
      <Panel title={t`Made by teams`} aside={mayCorrect && add}>
        <Stack gap="md">
          <Group align="end">
            <DateField flex="1 1 9rem" label={t`From`} value={from} onChange={setFrom} />
            <DateField flex="1 1 9rem" label={t`To`} value={to} onChange={setTo} />
          </Group>
          <Loaded query={made} failed={messageOf} height={200} label={t`what teams made`}>
            {({ entries, more }) =>
              entries.length === 0 ? (
                <EmptyState text={t`Teams made nothing on these days.`} />
              ) : (
                <>
                  <ListTable
                    label={t`Made by teams`}
                    stacked
                    striped
                    columns={[t`Team`, t`Day`, t`Work`, t`Units`, t`Parts`, t`From`, '']}
                  >
                    {entries.map((entry) => (
                      <Row key={entry._id} {...{ entry, timeZone, today, mayCorrect }} />
                    ))}
                  </ListTable>
                  {more && (
                    <Text size="sm" c="dimmed">
                      <Trans>There are more: choose fewer days.</Trans>
                    </Text>
                  )}
                </>
              )
            }
          </Loaded>
        </Stack>
      </Panel>
      {isAdding && made.data && (
        <TeamWorkDialog accountId={accountId} today={today} teams={made.data.teams} onClose={() => setAdding(false)} />
      )}
    </>
  );
}

const thousandthsOf = (units: string) => Math.round(Number(units) * 1_000);

type RowProps = { entry: TeamEntry; timeZone: string; today: string; mayCorrect: boolean };
function Row({ entry, timeZone, today, mayCorrect }: RowProps) {
  const { t } = useLingui();
  const offline = useOffline();
  const set = useMutation(setTeamEntryCountsMutation(entry._id, !entry.counts));
  const { team, day, at, product, block, by, counts, isKept, parts } = entry;
  const sum = parts.reduce((all, { units }) => all + thousandthsOf(units), 0);
  const when = at === null ? dayLabel(day) : momentOf(at, timeZone, today);
  const what = [team.name, when, exactUnits(entry.units)].join(', ');
  return (
    <Table.Tr>
      <Table.Td>{team.name}</Table.Td>
      <Table.Td data-label={t`Day`}>{when}</Table.Td>
      <Table.Td data-label={t`Work`}>{[product, block].filter(Boolean).join(', ') || '–'}</Table.Td>
      <Table.Td data-label={t`Units`}>{exactUnits(entry.units)}</Table.Td>
      <Table.Td data-label={t`Parts`}>
        {counts
          ? parts.map((part) => `${nameOf(part.employee)} ${exactUnits(part.units)}`).join(', ') || t`nobody`
          : t`taken back`}
        {counts && parts.length > 0 && sum !== thousandthsOf(entry.units) && (
          <Text size="sm" c="dimmed">
            <Trans>Parts were corrected: they make {exactUnits(String(sum / 1_000))}.</Trans>
          </Text>
        )}
        {isKept && (
          <Text size="sm" c="dimmed">
            <Trans>The day is locked: it stays divided as it was, although members or hours have changed since.</Trans>
          </Text>
        )}
        {set.error && <Refused error={set.error} />}
      </Table.Td>
      <Table.Td data-label={t`From`}>{by ?? '–'}</Table.Td>
      <Table.Td>
        {mayCorrect && (
          <ReasonButton
            variant="subtle"
            size="compact-sm"
            reason={offline}
            loading={set.isPending}
            aria-label={counts ? t`Undo: ${what}` : t`Count again: ${what}`}
            onClick={() => set.mutate()}
          >
            {counts ? t`Undo` : t`Count again`}
          </ReasonButton>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
