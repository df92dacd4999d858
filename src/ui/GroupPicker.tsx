import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Collapse, Group, Switch, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { matchesText } from '../lib/search.ts';
import { type Choice, choose, isChosen, type Selection, selectionWords } from '../lib/selection.ts';
import { FilterBox } from './FilterBox.tsx';
import classes from './GroupPicker.module.css';

type Props = {
  label: string;
  choices: readonly Choice[];
  /** Offers 'Show deleted'. */
  hasDeleted: boolean;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  /** The words for an empty selection, where that is a choice: 'Everybody'. */
  none?: string;
  error?: string;
};

/** Drawn at most; the rest is found by searching. */
const MOST_SHOWN = 200;

/** Chooses groups: search, select all, deselect all, 'Show deleted'. Without `none`, everything is selected until something is deselected. */
export function GroupPicker({ label, choices, hasDeleted, selection, onSelect, none: noneWords, error }: Props) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [withDeleted, setWithDeleted] = useState(false);
  const panel = useId();
  const found = choices.filter(
    ({ label: name, deleted }) => (withDeleted || !deleted) && (typed === '' || matchesText(name, typed)),
  );
  const pick = (ids: readonly string[], ticked: boolean) => onSelect(choose(selection, choices, ids, ticked));
  const all = () =>
    typed === ''
      ? onSelect(null)
      : pick(
          found.map(({ id }) => id),
          true,
        );
  const none = () =>
    typed === ''
      ? onSelect(new Set())
      : pick(
          found.map(({ id }) => id),
          false,
        );
  return (
    <div className={classes.picker} data-error={error !== undefined || undefined}>
      <UnstyledButton
        className={classes.pickerHead}
        onClick={() => setOpen(!open)}
        aria-expanded={open}
        aria-controls={panel}
      >
        <span className={classes.pickerLabel}>{label}</span>{' '}
        <span className={classes.pickerChosen}>
          {noneWords !== undefined && selection?.size === 0 ? noneWords : selectionWords(selection, choices)}
        </span>
        <IconChevronDown size={18} aria-hidden className={classes.chevron} />
      </UnstyledButton>
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" px="sm" pb="xs">
          {error}
        </Text>
      )}
      <Collapse expanded={open} id={panel}>
        {open && (
          <div className={classes.pickerBody}>
            <FilterBox label={t`Search ${label.toLowerCase()}`} value={typed} onChange={setTyped} />
            <Group gap="xs">
              {(noneWords === undefined || typed !== '') && (
                <Button size="xs" variant="default" onClick={all}>
                  <Trans>Select all</Trans>
                </Button>
              )}
              <Button size="xs" variant="default" onClick={none}>
                <Trans>Deselect all</Trans>
              </Button>
              {hasDeleted && (
                <Switch
                  ms="auto"
                  label={t`Show deleted`}
                  checked={withDeleted}
                  onChange={(event) => setWithDeleted(event.currentTarget.checked)}
                />
              )}
            </Group>
            <fieldset className={classes.choices} aria-label={label}>
              {found.length === 0 && (
                <Text size="sm" c="dimmed">
                  <Trans>No data to display</Trans>
                </Text>
              )}
              {found.slice(0, MOST_SHOWN).map(({ id, label: name, deleted }) => (
                <Checkbox
                  key={id}
                  className={classes.choice}
                  label={deleted ? t`${name} (deleted)` : name}
                  checked={isChosen(selection, id)}
                  onChange={(event) => pick([id], event.currentTarget.checked)}
                />
              ))}
              {found.length > MOST_SHOWN && (
                <Text size="sm" c="dimmed">
                  <Trans>{found.length - MOST_SHOWN} more: search to find them.</Trans>
                </Text>
              )}
            </fieldset>
          </div>
        )}
      </Collapse>
    </div>
  );
}
