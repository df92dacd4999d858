import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { type AttendanceStatus, STATUS_MEANING, STATUS_WORDS } from '#contract/platform/statusWords.ts';
import type { Day } from '../../../api/day.ts';
import { shownLanguage } from '../../../lib/language.ts';
import { matchesPerson } from '../../../lib/search.ts';
import { translated } from '../../../lib/words.tsx';
import { dayLabel } from '../../../lib/zoned.ts';
import { RuleLink } from '../../../shell/HelpLink.tsx';
import { MessageButton } from '../../../shell/messages/MessageButton.tsx';
import { NoData } from '../../../ui/charts/NoData.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FilterBox } from '../../../ui/FilterBox.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import type { PersonLink } from '../../../ui/personLink.ts';
import { DialogList } from '../../../ui/VirtualList.tsx';
import { EmployeeRow } from './EmployeeRow.tsx';
import classes from './list.module.css';
import { attendanceListQuery } from './stats.queries.ts';

type Props = {
  day: Day;
  status: AttendanceStatus;
  onClose: () => void;
  /** Opens 'Why?' of one person. */
  onWhy: (employeeId: string) => void;
  /** Opens the excuse of an absence, for users who may excuse. */
  onExcuse?: ((employeeId: string) => void) | undefined;
  person?: PersonLink;
  /** 'Generate report', if the user may make one. */
  report?: ReactNode;
};

/** The rule that decides who is listed. */
const RULE_OF: Record<AttendanceStatus, number> = {
  ...{ total: 9, present: 6, late: 7, onTime: 7 },
  ...{ absent: 8, pending: 8, unverified: 8, off: 8 },
};
/** To whom there may be something to say today. */
const MISSING: ReadonlySet<AttendanceStatus> = new Set(['absent', 'pending', 'unverified', 'late']);
const ROW_PX = 64;
/** Of a language whose notes need a line more. */
const WORDY_ROW_PX = 80;
/** On a phone, where the number and the notes are below the name (list.module.css). */
const PHONE_ROW_PX = 96;
const PHONE = '(max-width: 30em)';

/**
 * The people behind a tile: number, name, in, out and time clocked so far; a row opens 'Why?', the name opens the person. Only rows in view are
 * rendered.
 */
export default function EmployeeListDialog({ day, status, onClose, onWhy, onExcuse, person, report }: Props) {
  const { t } = useLingui();
  const list = useQuery(attendanceListQuery(day, status));
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const rowHeight = isPhone ? PHONE_ROW_PX : shownLanguage() === 'en' ? ROW_PX : WORDY_ROW_PX;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`${translated(STATUS_WORDS[status])}, ${dayLabel(day.referenceDate)}`}
      size="lg"
    >
      <div className={classes.list}>
        <Text size="sm" c="dimmed">
          {translated(STATUS_MEANING[status])} <RuleLink rule={RULE_OF[status]} />
        </Text>
        <div className={classes.listHead}>
          <div className={classes.listSearch}>
            <FilterBox label={t`Search by number or name`} value={typed} onChange={setTyped} />
          </div>
          {report}
        </div>
        <Loaded query={list} failed={t`Failed to fetch employees`} height={400} label={t`employees`}>
          {(entries) => {
            const found = entries.filter(({ employee }) => matchesPerson(employee, search));
            return (
              <>
                <Text size="sm" c="dimmed" aria-live="polite">
                  {search
                    ? t`${found.length} of ${plural(entries.length, { one: '# employee', other: '# employees' })}`
                    : t`${plural(entries.length, { one: '# employee', other: '# employees' })}`}
                </Text>
                {day.live && MISSING.has(status) && found.length > 0 && (
                  <MessageButton about={{ about: 'missing', ids: found.map(({ employee }) => employee._id) }} />
                )}
                {found.length === 0 ? (
                  <NoData>{entries.length === 0 ? t`No data to display` : t`No employees match this filter`}</NoData>
                ) : (
                  <DialogList
                    label={translated(STATUS_WORDS[status])}
                    rows={found}
                    rowHeight={rowHeight}
                    rowKey={({ employee }) => employee._id}
                  >
                    {(entry) => (
                      <EmployeeRow
                        entry={entry}
                        day={day}
                        listed={status}
                        onOpen={onWhy}
                        onExcuse={onExcuse}
                        person={person}
                      />
                    )}
                  </DialogList>
                )}
              </>
            );
          }}
        </Loaded>
      </div>
    </Dialog>
  );
}
