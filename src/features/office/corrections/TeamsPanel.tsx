import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TeamEntry } from '#contract/office/teamEntries.ts';
import { messageOf } from '../../../api/errors.ts';
import { lookupNamesQuery, lookupsQuery } from '../../../api/names.ts';
import { exactUnits } from '../../../lib/figures.ts';
import { positiveUnitsIn, typedAs } from '../../../lib/typed.ts';
import { addDays, dayLabel, momentOf } from '../../../lib/zoned.ts';
import { DateField } from '../../../ui/DateField.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ListTable } from '../../../ui/ListTable.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { CodeField } from './CodeField.tsx';
import classes from './corrections.module.css';
import { Refused } from './Refused.tsx';
import { addTeamEntryMutation, setTeamEntryCountsMutation, teamEntriesQuery } from './teams.queries.ts';
import { useOffline } from './useOffline.ts';
import { nameOf } from './words.ts';

type Props = { accountId: string; timeZone: string; today: string; mayCorrect: boolean };

/** The work of teams of a week or of other days, with the part of each member; a user who corrects adds to it and takes it back. */
export function TeamsPanel({ accountId, timeZone, today, mayCorrect }: Props) {
  const { t } = useLingui();
  const [from, setFrom] = useState(() => addDays(today, -6));
  const [to, setTo] = useState(today);
  const made = useQuery(teamEntriesQuery(accountId, { from, to }));
  return (
    <Stack gap="md">
      {mayCorrect && <AddWork accountId={accountId} today={today} teams={made.data?.teams ?? []} />}
      <Panel title={t`Made by teams`}>
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
    </Stack>
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

type AddProps = { accountId: string; today: string; teams: readonly { _id: string; name: string }[] };
/** The form of what a team made on a day. */
function AddWork({ accountId, today, teams }: AddProps) {
  const { t } = useLingui();
  const names = useQuery(lookupNamesQuery(accountId)).data;
  const lookups = useQuery(lookupsQuery(accountId)).data;
  const [day, setDay] = useState(today);
  const [team, setTeam] = useState<string | null>(null);
  const [product, setProduct] = useState<string | null>(null);
  const [block, setBlock] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const offline = useOffline();
  const save = useMutation(addTeamEntryMutation());
  const amount = positiveUnitsIn(typed);
  const entriesOf = (nth: 1 | 2) => lookups && (lookups.find(({ lookup }) => lookup === nth)?.entries ?? []);
  const send = () => {
    if (!team || amount === undefined) return;
    save.mutate(
      { teamId: team, day, units: amount, lookup1Code: product, lookup2Code: block },
      { onSuccess: () => setTyped('') },
    );
  };
  return (
    <Panel form title={t`Made by a team`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (offline === undefined && !save.isPending) send();
        }}
      >
        <Stack gap="md">
          <div className={classes.moment}>
            <DateField label={t`Day`} required max={today} value={day} onChange={setDay} />
            <Select
              label={t`Team`}
              required
              searchable
              data={teams.map(({ _id, name }) => ({ value: _id, label: name }))}
              value={team}
              onChange={setTeam}
              nothingFoundMessage={t`There are no teams yet: add one in the settings.`}
            />
            <CodeField
              label={names?.lookup1 ?? ''}
              placeholder={t`None`}
              entries={entriesOf(1)}
              value={product}
              onChange={setProduct}
            />
            <CodeField
              label={names?.lookup2 ?? ''}
              placeholder={t`None`}
              entries={entriesOf(2)}
              value={block}
              onChange={setBlock}
            />
            <TextInput
              label={t`Units`}
              required
              inputMode="decimal"
              maxLength={13}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              error={
                typed.trim() !== '' && amount === undefined
                  ? t`A number above 0, such as ${typedAs('1250.5')}`
                  : undefined
              }
            />
          </div>
          <div aria-live="polite">{save.error && <Refused error={save.error} />}</div>
          <div>
            <ReasonButton
              type="submit"
              reason={offline}
              disabled={!team || amount === undefined}
              loading={save.isPending}
            >
              <Trans>Add and divide</Trans>
            </ReasonButton>
          </div>
        </Stack>
      </form>
    </Panel>
  );
}
