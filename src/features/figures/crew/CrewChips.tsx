import { Trans, useLingui } from '@lingui/react/macro';
import { Button, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type Crew, type CrewFilter, idsOf } from '../../../api/crew.ts';
import classes from './crew.module.css';
import { useCrewChoices } from './useCrewChoices.ts';

type Props = { accountId: string; crew: Crew; onApply: (crew: Crew) => void };

/** Names the filters; a press on one removes it, 'Show everybody' removes all. */
export default function CrewChips({ accountId, crew, onApply }: Props) {
  const { t } = useLingui();
  const { pickers } = useCrewChoices(accountId);
  const without = (filter: CrewFilter, id: string) => {
    const { [filter]: _, ...rest } = crew;
    const left = idsOf(crew, filter).filter((each) => each !== id);
    return left.length > 0 ? { ...rest, [filter]: left.join(',') } : rest;
  };
  return (
    <section className={classes.chips} aria-label={t`Filter`}>
      <span className={classes.only}>
        <Trans>Only</Trans>
      </span>
      {pickers.flatMap(({ filter, label, choices }) =>
        idsOf(crew, filter).map((id) => {
          const name = choices.find((choice) => choice.id === id)?.label ?? label;
          return (
            <UnstyledButton
              key={id}
              className={classes.chip}
              aria-label={t`Remove ${name}`}
              onClick={() => onApply(without(filter, id))}
            >
              {name}
              <IconX size={16} aria-hidden />
            </UnstyledButton>
          );
        }),
      )}
      <Button variant="subtle" size="sm" onClick={() => onApply({})}>
        <Trans>Show everybody</Trans>
      </Button>
    </section>
  );
}
