import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Exception, Proposal } from '#contract/exceptions.ts';
import { updateSetupEmployee } from '#contract/setup.ts';
import { spanLabel } from '../../lib/zoned.ts';
import { QuarantineDecision } from '../../shell/QuarantineDecision.tsx';
import { useOnline } from '../../state/reachability.ts';
import { useMay, useMayCall } from '../../state/session.ts';
import type { PersonLink } from '../../ui/personLink.ts';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import {
  applyMutation,
  countFromMutation,
  reviewMutation,
  undoActMutation,
  undoExceptionMutation,
} from './corrections.queries.ts';
import classes from './exceptions.module.css';
import { nameOf, OFFLINE } from './words.ts';

/** The proposals that lead to another page. */
export type SetUpPlace = 'employee' | 'rates' | 'hours-rules';
const isPlace = (opens: Proposal['opens']): opens is SetUpPlace =>
  opens === 'employee' || opens === 'rates' || opens === 'hours-rules';
type Props = {
  exception: Exception;
  /** Opens the dialog of a proposal. */
  onOpen: (proposal: Proposal) => void;
  onWhy: (employeeId: string, day: string) => void;
  dayLink: (day: string, label: string) => ReactNode;
  person: PersonLink;
  /** The link to where a proposal is carried out; null for users who may not open it. */
  setUpLink: (opens: SetUpPlace, label: string) => ReactNode;
};

/** One exception: the person, the day, the reason and the proposed fixes, the most likely first. */
export function ExceptionRow(props: Props) {
  const { exception, onWhy, person } = props;
  const { employee, day, detail, key, evidence, quarantine } = exception;
  const may = useMay('Attendance.CORRECT');
  const reason = useOnline() ? undefined : OFFLINE;
  const review = useMutation(reviewMutation);
  const leave = () => review.mutate([{ key, evidence }]);
  const hasReview = exception.proposals.some(({ opens }) => opens === 'review');
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
      <div className={classes.actions}>
        {may && <Fixes {...props} onLeave={leave} />}
        {quarantine && <QuarantineDecision {...quarantine} />}
        {employee && (
          <Button {...QUIET} onClick={() => onWhy(employee._id, day)} aria-haspopup="dialog">
            Why?
          </Button>
        )}
        {may && !hasReview && (
          <ReasonButton {...QUIET} reason={reason} loading={review.isPending} onClick={leave}>
            Leave as it is
          </ReasonButton>
        )}
      </div>
    </div>
  );
}
const QUIET = { variant: 'subtle', color: 'gray', c: 'var(--mantine-color-text)', size: 'sm', px: 'xs' } as const;

/** The proposals of an exception as buttons: one press applies a proposal, or opens its dialog. */
function Fixes({ exception, onOpen, onWhy, onLeave, dayLink, setUpLink }: Props & { onLeave: () => void }) {
  const { employee, day, proposals } = exception;
  const client = useQueryClient();
  const reason = useOnline() ? undefined : OFFLINE;
  const undoAct = useMutation(undoActMutation);
  const apply = useMutation(applyMutation(undoAct.mutate));
  const undo = useMutation(undoExceptionMutation);
  const countFrom = useMutation(countFromMutation);
  const maySetUp = useMayCall(updateSetupEmployee);
  // The exception has changed since it was shown, so the list is loaded again.
  const onError = () => void client.invalidateQueries({ queryKey: ['stats'] });
  const press = (proposal: Proposal) => {
    const { items, undo: undone, done, reason: why } = proposal;
    if (proposal.opens === 'why' && employee) return onWhy(employee._id, day);
    if (proposal.opens === 'start' && employee) return countFrom.mutate({ employee, day, done });
    if (proposal.opens === 'review') return onLeave();
    if (proposal.opens) return onOpen(proposal);
    if (items.length > 0) return apply.mutate({ body: { reason: why, items }, done }, { onError });
    if (undone.length > 0) undo.mutate({ items: undone, done }, { onError });
  };
  const busy = apply.isPending || undo.isPending || countFrom.isPending;
  return (
    <>
      {proposals
        .filter((one) => isOffered(one, exception) && (one.opens !== 'start' || maySetUp))
        .map((proposal, index) =>
          isPlace(proposal.opens) ? (
            <span key={proposal.label}>{setUpLink(proposal.opens, proposal.label)}</span>
          ) : proposal.opens === 'why' && !employee ? (
            <span key={proposal.label}>{dayLink(day, proposal.label)}</span>
          ) : (
            <ReasonButton
              key={proposal.label}
              size="sm"
              variant={index === 0 ? 'light' : 'default'}
              reason={reason}
              disabled={busy}
              onClick={() => press(proposal)}
            >
              {proposal.label}
            </ReasonButton>
          ),
        )}
    </>
  );
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
