import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import type { Exception, Proposal } from '#contract/office/exceptions.ts';
import { updateSetupEmployee } from '#contract/office/setup.ts';
import { spanLabel } from '../../../lib/spans.ts';
import { translated } from '../../../lib/words.tsx';
import { QuarantineDecision } from '../../../shell/QuarantineDecision.tsx';
import { useMay, useMayCall } from '../../../state/session.ts';
import type { PersonLink } from '../../../ui/personLink.ts';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import {
  applyMutation,
  countFromMutation,
  type Done,
  reviewMutation,
  undoExceptionMutation,
} from './corrections.queries.ts';
import classes from './exceptions.module.css';
import { KeysDecision } from './KeysDecision.tsx';
import { useJustDone } from './useJustDone.ts';
import { useOffline } from './useOffline.ts';
import { detailOf, nameOf } from './words.ts';

/** The proposals that lead to another page. */
export type SetUpPlace = 'employee' | 'rates' | 'hours-rules';
const isPlace = (opens: Proposal['opens']): opens is SetUpPlace =>
  opens === 'employee' || opens === 'rates' || opens === 'hours-rules';
export type Links = {
  /** The link to a whole day; `inMenu`: as an item of a menu. */
  dayLink: (day: string, label: string, inMenu: boolean) => ReactNode;
  person: PersonLink;
  /** The link to where a proposal is carried out; false for users who may not open it. */
  setUpLink: (opens: SetUpPlace, label: string, inMenu?: boolean) => ReactNode;
};
type Props = Links & {
  exception: Exception;
  /** Opens the dialog of a proposal. */
  onOpen: (proposal: Proposal) => void;
  onWhy: (employeeId: string, day: string) => void;
  /** The act that has just settled it: the row stays where it is, with its undo. */
  done: Done | undefined;
  onDone: (done: Done) => void;
  /** Tells whether the exception is still listed. */
  isListed: () => Promise<boolean>;
  /** Returns false for a press so soon after the last one that it is its second half. */
  isPress: (at: number) => boolean;
};

/** A row whose fix was applied. */
function DoneRow({ done }: { done: Done }) {
  const { t } = useLingui();
  const { undo } = useJustDone();
  const reason = useOffline();
  const actions = useRef<HTMLDivElement>(null);
  // The button that was pressed has gone, with the focus.
  useEffect(() => {
    if (document.activeElement === document.body)
      actions.current?.querySelector('button')?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={classes.body}>
      <Text size="sm" className={classes.words}>
        {done.text}
      </Text>
      <div className={classes.actions} ref={actions}>
        <ReasonButton
          size="sm"
          variant="default"
          reason={reason}
          loading={undo.isPending}
          aria-label={t`Undo: ${done.text}`}
          onClick={() => undo.mutate(done)}
        >
          <Trans>Undo</Trans>
        </ReasonButton>
      </div>
    </div>
  );
}

/** One exception: the person, the day, the reason and the most likely fix; the other choices are in its menu. */
export function ExceptionRow(props: Props) {
  return props.done ? <DoneRow done={props.done} /> : <OpenRow {...props} />;
}

function OpenRow(props: Props) {
  const { exception, person, isPress } = props;
  const { employee, day, quarantine, keysOf } = exception;
  const hasOwn = quarantine !== undefined || keysOf !== undefined;
  const detail = detailOf(exception);
  const { acts, isBusy } = useActs(props);
  const [first, ...others] = acts;
  const reason = useOffline();
  return (
    <div className={classes.body}>
      <div className={classes.words}>
        <div>
          {employee && (
            <strong>
              <bdi>{person(employee._id, nameOf(employee))}</bdi>{' '}
              <span className={classes.number}>{employee.number}</span>
            </strong>
          )}{' '}
          <span className={classes.day}>{spanLabel(day, day)}</span>
        </div>
        <div className={classes.faint}>{detail}</div>
      </div>
      <div className={classes.actions} style={{ flexWrap: hasOwn ? 'wrap' : 'nowrap' }}>
        {quarantine && <QuarantineDecision {...quarantine} />}
        {keysOf && <KeysDecision {...keysOf} />}
        {first &&
          !hasOwn &&
          ('link' in first ? (
            first.link(false)
          ) : (
            <ReasonButton
              size="sm"
              variant="light"
              reason={first.isReading ? undefined : reason}
              disabled={isBusy}
              onClick={({ timeStamp }) => isPress(timeStamp) && first.run()}
            >
              {first.label}
            </ReasonButton>
          ))}
        <More what={detail} acts={hasOwn ? acts : others} reason={reason} isBusy={isBusy} />
      </div>
    </div>
  );
}

/** A choice of a row: what is done, or the link to where it is done. `isReading`: it changes nothing, so that it works offline. */
type Act =
  | { label: string; run: () => void; isReading?: boolean }
  | { label: string; link: (inMenu: boolean) => ReactNode };

type MoreProps = { what: string; acts: readonly Act[]; reason: string | undefined; isBusy: boolean };
/** The menu of the other choices. */
function More({ what, acts, reason, isBusy }: MoreProps) {
  const { t } = useLingui();
  if (acts.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="var(--tb-target)" aria-label={t`More: ${what}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {reason && <Menu.Label>{reason}</Menu.Label>}
        {acts.map((act) =>
          'link' in act ? (
            <Fragment key={act.label}>{act.link(true)}</Fragment>
          ) : (
            <Menu.Item key={act.label} disabled={isBusy || (reason !== undefined && !act.isReading)} onClick={act.run}>
              {act.label}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Returns the choices of an exception for this user, the most likely first: its proposals, 'Why?' and 'Leave as it is'. */
function useActs({ exception, onOpen, onWhy, onDone, isListed, dayLink, setUpLink }: Props) {
  const { t } = useLingui();
  const { employee, day, proposals, key, evidence } = exception;
  const client = useQueryClient();
  const { add, undo } = useJustDone();
  const made = (done: Done) => {
    add(done);
    onDone(done);
  };
  const apply = useMutation(applyMutation(made, undo.mutate, isListed));
  const undoOther = useMutation(undoExceptionMutation);
  const countFrom = useMutation(countFromMutation);
  const review = useMutation(reviewMutation(add, undo.mutate));
  const may = useMay('Attendance.CORRECT');
  const maySetUp = useMayCall(updateSetupEmployee);
  // The exception has changed since it was shown, so the list is loaded again.
  const onError = () => void client.invalidateQueries({ queryKey: ['stats'] });
  const what = employee ? `${nameOf(employee)}, ${spanLabel(day, day)}` : detailOf(exception);
  const leave = () => review.mutate({ items: [{ key, evidence }], what });
  const press = (proposal: Proposal) => {
    const { items, undo: undone, reason, opens } = proposal;
    const done = translated(proposal.words?.done ?? proposal.done);
    if (opens === 'start' && employee) return countFrom.mutate({ employee, day, done });
    if (opens === 'review') return leave();
    if (opens) return onOpen(proposal);
    if (items.length > 0) return apply.mutate({ body: { reason, items }, done }, { onError });
    if (undone.length > 0) undoOther.mutate({ items: undone, done }, { onError });
  };
  const why = employee && { label: t`Why?`, run: () => onWhy(employee._id, day), isReading: true };
  const offered = proposals
    .filter(
      (one) => isOffered(one, exception) && ((one.opens !== 'start' && one.opens !== 'make-employee') || maySetUp),
    )
    .flatMap((proposal): Act | [] => {
      const { opens } = proposal;
      const label = translated(proposal.words?.label ?? proposal.label);
      if (isPlace(opens))
        return setUpLink(opens, label) ? { label, link: (inMenu) => setUpLink(opens, label, inMenu) } : [];
      if (opens !== 'why') return { label, run: () => press(proposal) };
      return why ? { ...why, label } : { label, link: (inMenu) => dayLink(day, label, inMenu) };
    });
  const isWhyOffered = proposals.some(({ opens }) => opens === 'why');
  const isReviewOffered = proposals.some(({ opens }) => opens === 'review' || opens === 'settle');
  const acts: Act[] = [
    ...(may ? offered : []),
    ...(why && !(may && isWhyOffered) ? [why] : []),
    ...(may && !isReviewOffered ? [{ label: t`Leave as it is`, run: leave }] : []),
  ];
  return { acts, isBusy: apply.isPending || undoOther.isPending || countFrom.isPending || review.isPending };
}

/** Returns false for proposals that have buttons of their own, and where there is no record to reassign. */
const isOffered = ({ opens }: Proposal, exception: Exception) =>
  opens !== 'devices' && (opens !== 'give' || recordsOf(exception).length > 0);

/** Returns the records of an exception that can be reassigned: those that another proposal would void. */
export const recordsOf = ({ proposals }: Exception) =>
  proposals.flatMap(({ items }) =>
    items.flatMap(({ day, basis, change }) =>
      change.do === 'void-punch' || change.do === 'void-entry'
        ? [
            {
              kind: change.do === 'void-punch' ? ('punch' as const) : ('entry' as const),
              recordId: change.recordId,
              day,
              basis,
            },
          ]
        : [],
    ),
  );
