import { useLingui } from '@lingui/react/macro';
import { Select, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { lookupNamesQuery, lookupsQuery } from '../../../api/names.ts';
import { positiveUnitsIn, typedAs } from '../../../lib/typed.ts';
import { DateField } from '../../../ui/DateField.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { CodeField } from './CodeField.tsx';
import classes from './corrections.module.css';
import { Refused } from './Refused.tsx';
import { addTeamEntryMutation } from './teams.queries.ts';
import { useOffline } from './useOffline.ts';

type Props = {
  accountId: string;
  today: string;
  teams: readonly { _id: string; name: string }[];
  onClose: () => void;
};

/** The form of what a team made on a day. It stays open for the next one, with all but the units. */
export default function TeamWorkDialog({ accountId, today, teams, onClose }: Props) {
  const { t } = useLingui();
  const names = useQuery(lookupNamesQuery(accountId)).data;
  const lookups = useQuery(lookupsQuery(accountId)).data;
  const [day, setDay] = useState(today);
  const [team, setTeam] = useState<string | null>(null);
  const [product, setProduct] = useState<string | null>(null);
  const [block, setBlock] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const unitsField = useRef<HTMLInputElement>(null);
  const offline = useOffline();
  const save = useMutation(addTeamEntryMutation());
  const amount = positiveUnitsIn(typed);
  const canSubmit = team !== null && amount !== undefined;
  const entriesOf = (nth: 1 | 2) => lookups && (lookups.find(({ lookup }) => lookup === nth)?.entries ?? []);
  const send = () => {
    if (!canSubmit) return;
    save.mutate(
      { teamId: team, day, units: amount, lookup1Code: product, lookup2Code: block },
      {
        onSuccess: () => {
          setTyped('');
          unitsField.current?.focus();
        },
      },
    );
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t`Work of a team`}
      submit={t`Add and divide`}
      onSubmit={(event) => {
        event.preventDefault();
        if (offline === undefined && !save.isPending) send();
      }}
      canSubmit={canSubmit}
      busy={save.isPending}
      reason={offline}
      dirty={typed.trim() !== ''}
    >
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
          ref={unitsField}
          label={t`Units`}
          required
          inputMode="decimal"
          maxLength={13}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          error={
            typed.trim() !== '' && amount === undefined ? t`A number above 0, such as ${typedAs('1250.5')}` : undefined
          }
        />
      </div>
      <div aria-live="polite">{save.error && <Refused error={save.error} />}</div>
    </FormDialog>
  );
}
