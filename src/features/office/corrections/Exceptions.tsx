import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { EXCEPTION_KINDS, type Exception, type ExceptionKind, TO_DECIDE } from '#contract/office/exceptions.ts';
import { count } from '../../../lib/figures.ts';
import { groupBy } from '../../../lib/groupBy.ts';
import { translated } from '../../../lib/words.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { isAbsence, isResolvable } from './chosen.ts';
import { exceptionsQuery, reviewMutation } from './corrections.queries.ts';
import { ExceptionKindRows } from './ExceptionKindRows.tsx';
import { ExceptionRow, type Links } from './ExceptionRow.tsx';
import type { Span } from './exceptionCounts.ts';
import classes from './exceptions.module.css';
import { JustDone } from './JustDone.tsx';
import { type Opened, OpenedException } from './OpenedException.tsx';
import { ResolveDialog } from './ResolveDialog.tsx';
import { useJustDone } from './useJustDone.ts';
import { useOffline } from './useOffline.ts';
import { useStandingRows } from './useStandingRows.ts';
import { applyLabel } from './words.ts';

type Props = Links & {
  accountId: string;
  timeZone: string;
  span: Span;
  /** Only those to fix, or only those that need a decision; absent: both. */
  only?: 'fix' | 'decide';
  onWhy: (employeeId: string, day: string) => void;
};

/** A press so soon after another is the second half of a double press. */
const SECOND_PRESS_MS = 600;

/** A list of at most this many is shown with all its rows; of a longer one the kinds are collapsed. */
const FEW = 12;

/** The exceptions of some days by kind, each with its likely fixes as buttons (docs/reference/corrections.md). */
export function Exceptions({ accountId, timeZone, span, only, onWhy, ...links }: Props) {
  const { t } = useLingui();
  const found = useQuery(exceptionsQuery(accountId, span));
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [picked, setPicked] = useState<ExceptionKind>();
  const [opened, setOpened] = useState<Opened>();
  const [resolving, setResolving] = useState<{ kind: 'resolve' | 'excuse'; chosen: readonly Exception[] }>();
  const tick = (keys: readonly string[], on: boolean) =>
    setTicked((before) => new Set(on ? [...before, ...keys] : [...before].filter((key) => !keys.includes(key))));
  const listed = (found.data?.exceptions ?? []).filter(
    ({ kind }) => only === undefined || TO_DECIDE.includes(kind) === (only === 'decide'),
  );
  const { rows: shown, doneIn, keep, handlers } = useStandingRows(listed);
  const lastPress = useRef(Number.NEGATIVE_INFINITY);
  const isPress = (at: number) => {
    if (at - lastPress.current < SECOND_PRESS_MS) return false;
    lastPress.current = at;
    return true;
  };
  const listedKeys = async () =>
    new Set((await found.refetch({ throwOnError: true })).data?.exceptions.map(({ key }) => key));
  const chosen = listed.filter(({ key }) => ticked.has(key));
  const close = () => setResolving(undefined);
  // Of a step it is said beside its title that nothing is left.
  const nothing = {
    all: t`Nothing to fix.`,
    fix: t`What needs a correction comes here.`,
    decide: t`What needs a decision comes here.`,
  }[only ?? 'all'];
  return (
    <>
      <Loaded query={found} failed={t`Failed to load exceptions`} height={400} label={t`exceptions`}>
        {({ counts, more }) => {
          if (shown.length === 0) return <EmptyState text={nothing} />;
          const kinds = groupBy(shown, ({ kind }) => kind);
          const totals = kinds.map(([kind, rows]) => [kind, counts[kind] ?? rows.length] as const);
          // The last of a kind may just have been resolved.
          const chip = totals.find(([kind]) => kind === picked)?.[0];
          return (
            <div className={classes.kinds} {...handlers}>
              {kinds.length > 1 && <Chips totals={totals} value={chip} onPick={setPicked} />}
              {kinds
                .filter(([kind]) => chip === undefined || kind === chip)
                .map(([kind, rows]) => (
                  <ExceptionKindRows
                    // A kind that is picked opens, and closes with the pick.
                    key={`${kind} ${chip}`}
                    isOpen={shown.length <= FEW || kinds.length === 1 || chip !== undefined}
                    kind={kind}
                    total={counts[kind] ?? rows.length}
                    rows={rows}
                    ticked={ticked}
                    isDone={(key) => doneIn.has(key)}
                    onTick={tick}
                    onFixAll={(likely) => setResolving({ kind: 'resolve', chosen: likely })}
                    row={(exception) => (
                      <ExceptionRow
                        exception={exception}
                        onOpen={(proposal) => setOpened({ key: exception.key, proposal })}
                        onWhy={onWhy}
                        done={doneIn.get(exception.key)}
                        onDone={(done) => keep(exception, done)}
                        isListed={async () => (await listedKeys()).has(exception.key)}
                        isPress={isPress}
                        {...links}
                      />
                    )}
                  />
                ))}
              {more && (
                <Text size="sm">
                  <Trans>There are more: choose fewer days to see them.</Trans>
                </Text>
              )}
            </div>
          );
        }}
      </Loaded>
      <JustDone without={[...doneIn.values()]} />
      {chosen.length > 0 && (
        <Bar
          chosen={chosen}
          onResolve={() => setResolving({ kind: 'resolve', chosen })}
          onExcuse={() => setResolving({ kind: 'excuse', chosen })}
          onClear={() => setTicked(new Set())}
        />
      )}
      {resolving && (
        <ResolveDialog
          kind={resolving.kind}
          // As they are now: the list may be loaded again while the dialog is open.
          chosen={listed.filter(({ key }) => resolving.chosen.some((one) => one.key === key))}
          timeZone={timeZone}
          listed={listedKeys}
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
          firstDay={firstDayOf(opened.key, listed)}
          accountId={accountId}
          timeZone={timeZone}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

/** Returns the first of the listed days with records of the person whom an exception is about. */
function firstDayOf(key: string, listed: readonly Exception[]): string {
  const one = listed.find((each) => each.key === key);
  const isSame = ({ newPerson }: Exception) =>
    newPerson?.number === one?.newPerson?.number && newPerson?.timeId === one?.newPerson?.timeId;
  const [first = ''] = listed
    .filter(isSame)
    .map(({ day }) => day)
    .sort();
  return first;
}

type ChipsProps = {
  totals: readonly (readonly [ExceptionKind, number])[];
  value: ExceptionKind | undefined;
  onPick: (kind: ExceptionKind | undefined) => void;
};
/** The kinds with their counts: a press shows the rows of one, another press all kinds again. */
function Chips({ totals, value, onPick }: ChipsProps) {
  const { t } = useLingui();
  return (
    <Group gap="xs" className={classes.actions} role="group" aria-label={t`Kinds on show`}>
      {totals.map(([kind, total]) => (
        <Button
          key={kind}
          size="xs"
          radius="xl"
          variant={kind === value ? 'light' : 'default'}
          aria-pressed={kind === value}
          onClick={() => onPick(kind === value ? undefined : kind)}
        >
          {translated(EXCEPTION_KINDS[kind])} {count(total)}
        </Button>
      ))}
    </Group>
  );
}

type BarProps = { chosen: readonly Exception[]; onResolve: () => void; onExcuse: () => void; onClear: () => void };
/** The actions for the selected rows, always visible. */
function Bar({ chosen, onResolve, onExcuse, onClear }: BarProps) {
  const { t } = useLingui();
  const { add, undo } = useJustDone();
  const review = useMutation(reviewMutation(add, undo.mutate));
  const reason = useOffline();
  const resolvable = chosen.filter(isResolvable).length;
  const absences = chosen.filter(isAbsence).length;
  const leave = () =>
    review.mutate(
      {
        items: chosen.map(({ key, evidence }) => ({ key, evidence })),
        what: t`${plural(chosen.length, { one: '# exception', other: '# exceptions' })}`,
      },
      { onSuccess: onClear },
    );
  return (
    <section
      className={classes.bar}
      aria-label={t`${plural(chosen.length, { one: '# exception chosen', other: '# exceptions chosen' })}`}
    >
      {resolvable > 0 && (
        <ReasonButton reason={reason} onClick={onResolve}>
          {applyLabel(resolvable)}
        </ReasonButton>
      )}
      {absences > 0 && (
        <ReasonButton reason={reason} variant={resolvable > 0 ? 'default' : 'filled'} onClick={onExcuse}>
          <Plural value={absences} one="Excuse #" other="Excuse #" />
        </ReasonButton>
      )}
      <ReasonButton reason={reason} variant="default" loading={review.isPending} onClick={leave}>
        <Plural value={chosen.length} one="Leave # as it is" other="Leave # as they are" />
      </ReasonButton>
      <Button variant="subtle" color="gray" c="var(--mantine-color-text)" onClick={onClear}>
        <Trans>Clear</Trans>
      </Button>
    </section>
  );
}
