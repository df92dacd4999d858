import { plural, t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Group, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { passMessage } from '#contract/figures/hourLimits.ts';
import type { Muster as MusterList } from '#contract/figures/people.ts';
import type { Crew } from '../../../api/crew.ts';
import { hours } from '../../../lib/figures.ts';
import { groupBy } from '../../../lib/groupBy.ts';
import { labelled, listed } from '../../../lib/lists.ts';
import { naturalOrder } from '../../../lib/order.ts';
import { translated } from '../../../lib/words.tsx';
import { dateOf, momentOf } from '../../../lib/zoned.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PaperBox, PrintSheet } from '../../../ui/PrintSheet.tsx';
import type { PersonLink } from '../../../ui/personLink.ts';
import { partsOf } from './musterParts.ts';
import { keepTicks, readTicks } from './musterTicks.ts';
import classes from './people.module.css';
import { musterQuery } from './people.queries.ts';

type Props = { accountId: string; accountName: string; crew: Crew; person: PersonLink };
type Entry = MusterList['entries'][number];

const nameOf = ({ employee: { firstName, lastName } }: Entry) => `${firstName} ${lastName}`.trim();

/** Returns the people grouped by the device on which they clocked last. */
const byDevice = (entries: readonly Entry[]) =>
  groupBy(entries, ({ device }) => device?.name ?? t`No device`).sort(([one], [other]) => naturalOrder(one, other));

/** 'On site now': the muster list with a box to tick for each person, on screen and on paper. */
export function Muster({ accountId, accountName, crew, person }: Props) {
  const { t } = useLingui();
  return (
    <Loaded
      query={useQuery(musterQuery(accountId, crew))}
      failed={t`Failed to load employees`}
      height={480}
      label={t`muster list`}
    >
      {(list) => <List list={list} accountName={accountName} person={person} />}
    </Loaded>
  );
}

type ListProps = Omit<Props, 'accountId' | 'crew'> & { list: MusterList };
function List({ list, accountName, person }: ListProps) {
  const { t } = useLingui();
  const { entries, ofYesterday, asOf, timeZone, isForAll } = list;
  const [ticked, setTicked] = useState(readTicks);
  const [printing, setPrinting] = useState(false);
  const printed = useCallback(() => setPrinting(false), []);
  const tick = (next: ReadonlySet<string>) => {
    keepTicks(next);
    setTicked(next);
  };
  const toggle = (id: string) =>
    tick(new Set(ticked.has(id) ? [...ticked].filter((one) => one !== id) : [...ticked, id]));
  const today = dateOf(asOf, timeZone);
  const moment = (at: string) => momentOf(at, timeZone, today);
  const found = entries.filter(({ employee }) => ticked.has(employee._id)).length;
  const at = moment(asOf);
  const people = t`${plural(entries.length, {
    one: `# person on site as of ${at}`,
    other: `# people on site as of ${at}`,
  })}`;
  const counted = ofYesterday ? labelled(people, partsOf(list)) : people;
  const words = isForAll ? listed([counted, t`everybody and not only your people`]) : counted;
  const groups = byDevice(entries);
  if (entries.length === 0) return <EmptyState text={t`Nobody is on site as of ${at}`} />;
  return (
    <>
      <Group justify="space-between">
        <Text aria-live="polite">
          {words},{' '}
          <strong>
            <Plural value={found} other="# ticked" />
          </strong>
        </Text>
        <Group gap="xs">
          {ticked.size > 0 && (
            <Button variant="default" onClick={() => tick(new Set())}>
              <Trans>Clear ticks</Trans>
            </Button>
          )}
          <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => setPrinting(true)}>
            <Trans>Print</Trans>
          </Button>
        </Group>
      </Group>
      {groups.map(([device, people]) => (
        <section key={device} className={classes.muster}>
          <h2 className={classes.musterHead}>
            {device}{' '}
            <span
              className={classes.number}
            >{t`${plural(people.length, { one: '# person', other: '# people' })}`}</span>
          </h2>
          <ul className={classes.musterList}>
            {people.map((entry) => (
              <li key={entry.employee._id} data-ticked={ticked.has(entry.employee._id) || undefined}>
                <Checkbox
                  size="md"
                  className={classes.tick}
                  aria-label={`${nameOf(entry)}, ${entry.employee.number}`}
                  checked={ticked.has(entry.employee._id)}
                  onChange={() => toggle(entry.employee._id)}
                />
                <span className={classes.musterName}>
                  <bdi>{person(entry.employee._id, nameOf(entry))}</bdi>{' '}
                  <span className={classes.number}>{entry.employee.number}</span>
                </span>
                <span className={classes.musterTime}>
                  <Trans>since {moment(entry.since)}</Trans>
                  <span className={classes.number}>
                    <Trans>{hours(entry.clockedMs)} clocked</Trans>
                  </span>
                  {entry.passes && (
                    <Text component="span" size="sm" fw={600} c="var(--tb-late)">
                      {translated(passMessage(entry.passes, moment(entry.passes.at), entry.passes.at <= asOf))}
                    </Text>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {printing && (
        <PrintSheet
          title={t`On site now`}
          lead={`${accountName}. ${words}.`}
          signed={[t`Counted by`, t`Time`]}
          onPrinted={printed}
        >
          {groups.map(([device, people]) => (
            <div key={device}>
              <h2>
                {device}, {people.length}
              </h2>
              <table data-fixed>
                <thead>
                  <tr>
                    <th data-box aria-label={t`Seen`} />
                    <th data-short>
                      <Trans>Number</Trans>
                    </th>
                    <th>
                      <Trans>Name</Trans>
                    </th>
                    <th data-short data-number>
                      <Trans>Since</Trans>
                    </th>
                    <th data-short data-number>
                      <Trans>Clocked</Trans>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {people.map((entry) => (
                    <tr key={entry.employee._id}>
                      <td>
                        <PaperBox />
                      </td>
                      <td>{entry.employee.number}</td>
                      <td>{nameOf(entry)}</td>
                      <td data-number>{moment(entry.since)}</td>
                      <td data-number>{hours(entry.clockedMs)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          ))}
        </PrintSheet>
      )}
    </>
  );
}
