import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Checkbox, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { SetupEmployee } from '#contract/office/setup.ts';
import type { SetupGroup } from '#contract/office/setupLists.ts';
import { isMixed } from '../../../lib/owners.ts';
import { VirtualList } from '../../../ui/VirtualList.tsx';
import { OwnerLock } from './OwnerLock.tsx';
import classes from './setup.module.css';

type Props = {
  rows: readonly SetupEmployee[];
  /** Those that are not shown among them. */
  all: readonly SetupEmployee[];
  groups: readonly SetupGroup[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  onOpen: (employeeId: string) => void;
};
/** The height in px at the usual text size: two lines, on a phone three. */
const ROW_HEIGHT = 76;

/** One row per employee: a checkbox to select them for a move, and a button that opens them. */
export function EmployeeList({ rows, all, groups, chosen, onChoose, onOpen }: Props) {
  const { t } = useLingui();
  const names = new Map(groups.map(({ _id, name }) => [_id, name]));
  const mixed = isMixed(all);
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  return (
    <VirtualList label={t`Employees`} rows={rows} rowHeight={ROW_HEIGHT} rowKey={({ _id }) => _id}>
      {(one) => {
        const name = `${one.firstName} ${one.lastName}`.trim();
        const timeGroup = one.timeGroupId === null ? t`No shift` : (names.get(one.timeGroupId) ?? t`Unknown`);
        return (
          <div className={classes.person}>
            <span className={classes.tick}>
              <Checkbox aria-label={t`Choose ${name}`} checked={chosen.has(one._id)} onChange={() => toggle(one._id)} />
            </span>
            <UnstyledButton className={classes.open} aria-haspopup="dialog" onClick={() => onOpen(one._id)}>
              <span className={classes.words}>
                <bdi className={classes.name}>{name}</bdi>
                <span className={classes.detail}>
                  {one.number} · {timeGroup} · {one.timeId === null ? t`no time ID` : t`time ID ${one.timeId}`}
                </span>
              </span>
              {!one.isActive && (
                <Badge variant="default">
                  <Trans context="employee">Inactive</Trans>
                </Badge>
              )}
              {mixed && one.isLocked && <OwnerLock owner={one.owner} />}
              <IconChevronRight size={18} aria-hidden />
            </UnstyledButton>
          </div>
        );
      }}
    </VirtualList>
  );
}
