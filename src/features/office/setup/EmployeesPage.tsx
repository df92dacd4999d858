import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconArrowRight, IconPlus, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { SetupEmployee } from '#contract/office/setup.ts';
import { messageOf } from '../../../api/errors.ts';
import { count } from '../../../lib/figures.ts';
import { HowToLink } from '../../../shell/HelpLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import { PageControls } from '../../../ui/PageControls.tsx';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import { EmployeeList } from './EmployeeList.tsx';
import { EMPLOYEE_FILTERS, type EmployeeFilter, matching } from './employees.ts';
import { setupGroupsQuery } from './lists.queries.ts';
import { OwnerOfAll } from './OwnerLock.tsx';
import { ReturnedPeople } from './ReturnedPeople.tsx';
import classes from './setup.module.css';
import { setupEmployeesQuery } from './setup.queries.ts';

const EmployeeDialog = lazyDialog(() => import('./EmployeeDialog.tsx'));
const MoveDialog = lazyDialog(() => import('./MoveDialog.tsx'));

/** The dialog that prints badges for some employees. */
export type ShowBadges = (employees: readonly SetupEmployee[], onClose: () => void) => ReactNode;
type Props = { accountId: string; today: string; onWorkbook: () => void; badges: ShowBadges };

/** The employees of the account: search, filters, one dialog, moving many to another shift, badges for them. */
export default function EmployeesPage({ accountId, today, onWorkbook, badges }: Props) {
  const { t } = useLingui();
  const employees = useQuery(setupEmployeesQuery(accountId));
  const { data: groups = [] } = useQuery(setupGroupsQuery(accountId));
  const [shown, setShown] = useState<EmployeeFilter>({ words: '', filter: 'all' });
  const [open, setOpen] = useState<string | 'new' | 'move' | 'badges'>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const close = () => setOpen(undefined);
  const rows = matching(employees.data ?? [], shown);
  const moving = (employees.data ?? []).filter(({ _id }) => chosen.has(_id));
  const kinds = [
    { group: t`Shifts`, items: groups.filter(({ kind }) => kind === 'time') },
    { group: t`Employee groups`, items: groups.filter(({ kind }) => kind === 'employee') },
  ];

  const addButton = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen('new')}>
      <Trans>Add employee</Trans>
    </Button>
  );

  return (
    <Stack gap="xs">
      <ReturnedPeople accountId={accountId} />
      <Loaded query={employees} failed={messageOf} height={400} label={t`employees`}>
        {(all) => {
          const employee = all.find(({ _id }) => _id === open) ?? null;
          if (all.length === 0)
            return (
              <>
                <EmptyState text={t`No employees yet`}>
                  {addButton}
                  <Button variant="default" onClick={onWorkbook}>
                    <Trans>Take them from a spreadsheet</Trans>
                  </Button>
                  <HowToLink to="setUp" />
                </EmptyState>
                {open === 'new' && (
                  <EmployeeDialog accountId={accountId} groups={groups} today={today} employee={null} onClose={close} />
                )}
              </>
            );
          return (
            <>
              <PageControls
                inUse={Number(shown.filter !== 'all')}
                first={
                  <SearchBox
                    label={t`Search employees`}
                    value={shown.words}
                    onCommit={(words) => setShown({ ...shown, words })}
                  />
                }
                act={addButton}
              >
                <NativeSelect
                  aria-label={t`Show`}
                  value={shown.filter}
                  onChange={({ currentTarget }) => setShown({ ...shown, filter: currentTarget.value })}
                  data={[
                    ...Object.entries(EMPLOYEE_FILTERS).map(([value, label]) => ({ value, label: t(label) })),
                    ...kinds
                      .filter(({ items }) => items.length > 0)
                      .map(({ group, items }) => ({
                        group,
                        items: items.map(({ _id, name }) => ({ value: _id, label: name })),
                      })),
                  ]}
                />
                <Checkbox
                  mb={8}
                  label={t`Choose all ${count(rows.length)}`}
                  checked={rows.length > 0 && rows.every(({ _id }) => chosen.has(_id))}
                  indeterminate={moving.length > 0 && !rows.every(({ _id }) => chosen.has(_id))}
                  disabled={rows.length === 0}
                  onChange={({ currentTarget }) =>
                    setChosen(new Set(currentTarget.checked ? rows.map(({ _id }) => _id) : []))
                  }
                />
                <Button
                  variant="default"
                  leftSection={<IconPrinter size={18} aria-hidden />}
                  onClick={() => setOpen('badges')}
                >
                  <Trans>Print badges</Trans>
                </Button>
                <div className={classes.source}>
                  <OwnerOfAll rows={all} />
                </div>
              </PageControls>
              {moving.length > 0 && (
                <Group gap="sm">
                  <Text size="sm">{t`${plural(moving.length, { other: '# chosen' })}`}</Text>
                  <Button
                    variant="default"
                    leftSection={<IconArrowRight size={18} aria-hidden />}
                    onClick={() => setOpen('move')}
                  >
                    <Trans>Move to another shift</Trans>
                  </Button>
                </Group>
              )}
              {rows.length === 0 ? (
                <EmptyState text={t`No employees match.`} />
              ) : (
                <EmployeeList
                  rows={rows}
                  all={all}
                  groups={groups}
                  chosen={chosen}
                  onChoose={setChosen}
                  onOpen={setOpen}
                />
              )}
              <Text size="xs" c="dimmed" role="status">
                <Trans>
                  {count(rows.length)} of {count(all.length)}
                </Trans>
              </Text>
              {open === 'badges' && badges(moving.length > 0 ? moving : all, close)}
              {open === 'move' && moving.length > 0 && (
                <MoveDialog
                  accountId={accountId}
                  groups={groups}
                  today={today}
                  employees={moving}
                  onClose={close}
                  onMoved={() => setChosen(new Set())}
                />
              )}
              {(open === 'new' || employee) && (
                <EmployeeDialog
                  key={open}
                  accountId={accountId}
                  groups={groups}
                  today={today}
                  employee={employee}
                  onClose={close}
                />
              )}
            </>
          );
        }}
      </Loaded>
    </Stack>
  );
}
