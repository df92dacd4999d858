import { Button, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Day, useStaleSince } from '../../api/day.ts';
import { count, counted } from '../../lib/figures.ts';
import { dayLabel, momentOf } from '../../lib/zoned.ts';
import { QuarantineDecision } from '../../shell/QuarantineDecision.tsx';
import { Age } from '../../ui/Age.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { EXCEPTION_KINDS, type ListedException, listedExceptions } from './exceptions.ts';
import classes from './stats.module.css';
import { attendanceListQuery, exceptionsQuery } from './stats.queries.ts';

type Props = {
  day: Day;
  onClose: () => void;
  /** Opens 'Why?' of one person. */
  onWhy: (employeeId: string) => void;
};

/** Rows of a kind before the rest is left to the raw data. */
const MOST_LISTED = 50;

/** The exceptions of a day: punches that are missing or belong to nobody, clocks ahead, records without a place. */
export default function ExceptionsDialog({ day, onClose, onWhy }: Props) {
  const found = useQuery(exceptionsQuery(day));
  const people = useQuery(attendanceListQuery(day, 'total'));
  const staleSince = useStaleSince(found, day);
  const [raw, table] = useDisclosure();
  const both = {
    data: found.data && people.data && listedExceptions(found.data, people.data),
    error: found.error ?? people.error,
    refetch: () => Promise.all([found.refetch(), people.refetch()]),
  };
  return (
    <Dialog inAddress opened onClose={onClose} title={`Exceptions, ${dayLabel(day.referenceDate)}`} size="xl">
      <Loaded query={both} failed="Failed to load raw data" height={400} label="exceptions">
        {(listed) => (
          <div className={classes.exceptions}>
            <div className={classes.listHead}>
              <Text size="sm" c="dimmed" className={classes.listSearch}>
                {listed.length === 0
                  ? 'Every punch has a person and a partner.'
                  : `${counted(listed.length, 'record', 'records')} to look at.`}{' '}
                {staleSince !== undefined && <Age at={staleSince} />}
              </Text>
              {listed.length > 0 && (
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<IconTable size={16} aria-hidden />}
                  aria-expanded={raw}
                  onClick={table.toggle}
                >
                  {raw ? 'Hide raw data' : 'Show raw data'}
                </Button>
              )}
            </div>
            {listed.length === 0 ? (
              <EmptyState text="Nothing to look at on this day." />
            ) : raw ? (
              <DataTable
                label="Exceptions"
                columns={COLUMNS}
                rows={listed}
                rowKey={({ key }) => key}
                exportName={`exceptions-${day.referenceDate}`}
                empty="No data to display"
              />
            ) : (
              EXCEPTION_KINDS.map(({ kind, title, words }) => (
                <Kind
                  key={kind}
                  day={day}
                  title={title}
                  words={words}
                  listed={listed.filter((each) => each.kind === kind)}
                  onWhy={onWhy}
                />
              ))
            )}
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

/** Exceptions by what one decision settles, so that they stand together. Map.groupBy is younger than the browsers that the README names. */
function groupsOf(listed: readonly ListedException[]) {
  const groups = new Map<string, ListedException[]>();
  for (const one of listed) {
    const key = one.quarantine ? `${one.quarantine.deviceId} ${one.quarantine.origin}` : '';
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return groups;
}

type KindProps = { day: Day; title: string; words: string; listed: readonly ListedException[]; onWhy: Props['onWhy'] };
function Kind({ day, title, words, listed, onWhy }: KindProps) {
  if (listed.length === 0) return null;
  const more = listed.length - MOST_LISTED;
  const parts = [...groupsOf(listed.slice(0, MOST_LISTED))];
  return (
    <section>
      <h3 className={classes.exceptionHead}>
        {title} <span className={classes.faint}>{count(listed.length)}</span>
      </h3>
      <Text size="sm" c="dimmed">
        {words}
      </Text>
      {parts.map(([key, part]) => (
        <div key={key}>
          {part[0]?.quarantine && <WaitingFrom day={day} quarantine={part[0].quarantine} />}
          <ExceptionList listed={part} onWhy={onWhy} />
        </div>
      ))}
      {more > 0 && (
        <Text size="sm" c="dimmed">
          {count(more)} more in the raw data.
        </Text>
      )}
    </section>
  );
}

/** Lists the networks of quarantined punches, with the decisions that can be made. */
function WaitingFrom({ day, quarantine }: { day: Day; quarantine: NonNullable<ListedException['quarantine']> }) {
  const { deviceId, deviceName, origin, network, range, address, lastReceived } = quarantine;
  return (
    <div className={classes.waitingFrom}>
      <div>
        <Text fw={600}>
          <bdi>{deviceName}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          {network === null ? 'Older than 45 days' : `From another network, ${address ?? network} (${network})`},
          received <time dateTime={lastReceived}>{momentOf(lastReceived, day.timeZone, day.referenceDate)}</time>
        </Text>
      </div>
      <QuarantineDecision deviceId={deviceId} origin={origin} network={network} range={range} />
    </div>
  );
}

const ExceptionList = ({ listed, onWhy }: Pick<KindProps, 'listed' | 'onWhy'>) => (
  <ul className={classes.exceptionList}>
    {listed.map(({ key, number, name, detail, employeeId }) => (
      <li key={key}>
        {employeeId === null ? (
          <div className={classes.exception}>
            <Row number={number} name={name} detail={detail} />
          </div>
        ) : (
          <UnstyledButton className={classes.exception} onClick={() => onWhy(employeeId)} aria-haspopup="dialog">
            <Row number={number} name={name} detail={detail} />
            <span className={classes.why}>Why?</span>
          </UnstyledButton>
        )}
      </li>
    ))}
  </ul>
);

const Row = ({ number, name, detail }: Pick<ListedException, 'number' | 'name' | 'detail'>) => (
  <>
    {number && <span className={classes.personNumber}>{number}</span>}
    <span className={classes.personName}>
      {name && (
        <bdi className={classes.cut} title={name}>
          {name}
        </bdi>
      )}
      <span className={classes.exceptionDetail}>{detail}</span>
    </span>
  </>
);

const titles = new Map(EXCEPTION_KINDS.map(({ kind, title }) => [kind, title]));
const COLUMNS: readonly Column<ListedException>[] = [
  { key: 'kind', title: 'Exception', value: ({ kind }) => titles.get(kind) ?? kind },
  { key: 'number', title: 'Number', value: ({ number }) => number },
  { key: 'name', title: 'Name', value: ({ name }) => name },
  { key: 'detail', title: 'Detail', value: ({ detail }) => detail },
];
