import { Button, Checkbox, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { EXCEPTION_KINDS, type Exception, type ExceptionKind, TO_DECIDE } from '#contract/exceptions.ts';
import { count, counted } from '../../lib/figures.ts';
import { groupBy } from '../../lib/groupBy.ts';
import { useOnline } from '../../state/reachability.ts';
import { useMay } from '../../state/session.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import type { PersonLink } from '../../ui/personLink.ts';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { isAbsence, isResolvable } from './chosen.ts';
import { exceptionsQuery, reviewMutation } from './corrections.queries.ts';
import { ExceptionRow, type SetUpPlace } from './ExceptionRow.tsx';
import type { Span } from './exceptionCounts.ts';
import classes from './exceptions.module.css';
import { type Opened, OpenedException } from './OpenedException.tsx';
import { ResolveDialog } from './ResolveDialog.tsx';
import { OFFLINE } from './words.ts';

type Props = {
  accountId: string;
  timeZone: string;
  span: Span;
  onWhy: (employeeId: string, day: string) => void;
  /** The link to a whole day. */
  dayLink: (day: string, label: string) => ReactNode;
  person: PersonLink;
  /** The link to the employees of the set-up; absent for users who may not open it. */
  setUpLink: (opens: SetUpPlace, label: string) => ReactNode;
};

/** The number of rows per kind that are rendered at once. */
const STEP = 50;

/** The exceptions of some days by kind, each with its likely fixes as buttons (spec/corrections.md, Screens). */
export function Exceptions({ accountId, timeZone, span, onWhy, dayLink, person, setUpLink }: Props) {
  const found = useQuery(exceptionsQuery(accountId, span));
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<Opened>();
  const [resolving, setResolving] = useState<'resolve' | 'excuse'>();
  const tick = (keys: readonly string[], on: boolean) =>
    setTicked((before) => new Set(on ? [...before, ...keys] : [...before].filter((key) => !keys.includes(key))));
  const listed = found.data?.exceptions ?? [];
  const chosen = listed.filter(({ key }) => ticked.has(key));
  const close = () => setResolving(undefined);
  return (
    <>
      <Loaded query={found} failed="Failed to load exceptions" height={400} label="exceptions">
        {({ exceptions, counts, more }) =>
          exceptions.length === 0 ? (
            <EmptyState text="Nothing to fix." />
          ) : (
            <div className={classes.kinds}>
              {groupBy(exceptions, ({ kind }) => kind).map(([kind, rows]) => (
                <Kind
                  key={kind}
                  kind={kind}
                  total={counts[kind] ?? rows.length}
                  rows={rows}
                  ticked={ticked}
                  onTick={tick}
                  row={(exception) => (
                    <ExceptionRow
                      exception={exception}
                      onOpen={(proposal) => setOpened({ key: exception.key, proposal })}
                      onWhy={onWhy}
                      dayLink={dayLink}
                      person={person}
                      setUpLink={setUpLink}
                    />
                  )}
                />
              ))}
              {more && <Text size="sm">There are more: choose fewer days to see them.</Text>}
            </div>
          )
        }
      </Loaded>
      {chosen.length > 0 && (
        <Bar
          chosen={chosen}
          onResolve={() => setResolving('resolve')}
          onExcuse={() => setResolving('excuse')}
          onClear={() => setTicked(new Set())}
        />
      )}
      {resolving && (
        <ResolveDialog
          kind={resolving}
          chosen={chosen}
          timeZone={timeZone}
          listed={async () =>
            new Set((await found.refetch({ throwOnError: true })).data?.exceptions.map(({ key }) => key))
          }
          onClose={close}
          onDone={() => {
            setTicked(new Set());
            close();
          }}
        />
      )}
      {opened && (
        <OpenedException
          opened={opened}
          exception={listed.find(({ key }) => key === opened.key)}
          accountId={accountId}
          timeZone={timeZone}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

type KindProps = {
  kind: ExceptionKind;
  total: number;
  rows: readonly Exception[];
  ticked: ReadonlySet<string>;
  onTick: (keys: readonly string[], on: boolean) => void;
  row: (exception: Exception) => ReactNode;
};
function Kind({ kind, total, rows, ticked, onTick, row }: KindProps) {
  const may = useMay('Attendance.CORRECT');
  const [shown, setShown] = useState(STEP);
  const title = EXCEPTION_KINDS[kind];
  const drawn = rows.slice(0, shown);
  const all = rows.map(({ key }) => key);
  const on = all.filter((key) => ticked.has(key)).length;
  return (
    <section className={classes.kind} aria-label={title}>
      <div className={classes.kindHead}>
        {may && (
          <Checkbox
            className={classes.tick}
            aria-label={`All of: ${title}`}
            checked={on > 0 && on === all.length}
            indeterminate={on > 0 && on < all.length}
            onChange={({ currentTarget }) => onTick(all, currentTarget.checked)}
          />
        )}
        <h2 className={classes.kindTitle}>
          {title} <span className={classes.faint}>{count(total)}</span>
        </h2>
        {TO_DECIDE.includes(kind) && <span className={classes.faint}>to decide</span>}
      </div>
      <ul className={classes.rows}>
        {drawn.map((exception) => (
          <li key={exception.key} className={classes.row}>
            {may && (
              <Checkbox
                className={classes.tick}
                aria-label={`Choose ${exception.detail}`}
                checked={ticked.has(exception.key)}
                onChange={({ currentTarget }) => onTick([exception.key], currentTarget.checked)}
              />
            )}
            {row(exception)}
          </li>
        ))}
      </ul>
      {rows.length > drawn.length && (
        <Button variant="default" mt="xs" onClick={() => setShown(shown + 4 * STEP)}>
          Show {count(rows.length - drawn.length)} more
        </Button>
      )}
    </section>
  );
}

type BarProps = { chosen: readonly Exception[]; onResolve: () => void; onExcuse: () => void; onClear: () => void };
/** The actions for the selected rows, always visible. */
function Bar({ chosen, onResolve, onExcuse, onClear }: BarProps) {
  const review = useMutation(reviewMutation);
  const reason = useOnline() ? undefined : OFFLINE;
  const resolvable = chosen.filter(isResolvable).length;
  const absences = chosen.filter(isAbsence).length;
  const leave = () =>
    review.mutate(
      chosen.map(({ key, evidence }) => ({ key, evidence })),
      { onSuccess: onClear },
    );
  return (
    <section className={classes.bar} aria-label={`${counted(chosen.length, 'exception', 'exceptions')} chosen`}>
      {resolvable > 0 && (
        <ReasonButton reason={reason} onClick={onResolve}>
          Resolve {count(resolvable)}
        </ReasonButton>
      )}
      {absences > 0 && (
        <ReasonButton reason={reason} variant={resolvable > 0 ? 'default' : 'filled'} onClick={onExcuse}>
          Excuse {count(absences)}
        </ReasonButton>
      )}
      <ReasonButton reason={reason} variant="default" loading={review.isPending} onClick={leave}>
        Leave {count(chosen.length)} as {chosen.length === 1 ? 'it is' : 'they are'}
      </ReasonButton>
      <Button variant="subtle" color="gray" c="var(--mantine-color-text)" onClick={onClear}>
        Clear
      </Button>
    </section>
  );
}
