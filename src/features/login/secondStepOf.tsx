import type { ComponentType, ReactNode } from 'react';
import { type PendingLogIn, pendingLogIn } from '#contract/errors.ts';
import { type ApiError, messageOf } from '../../api/errors.ts';
import type { Session } from '../../state/session.ts';
import SecondStep from './SecondStep.tsx';
import { startOf } from './signIn.ts';

export type StepProps = {
  pending: PendingLogIn;
  onSignedIn: (session: Session) => void;
  /** Back to the form, with what to say there. */
  onBack: (failure: string | null) => void;
};
/** The set-up of a second factor that an account requires: the token of a session comes of it. */
export type Enrolment = ComponentType<
  Omit<StepProps, 'onSignedIn'> & { onEnrolled: (fresh: { token: string; ttl: number }) => void }
>;

/** Returns what stands in place of the log-in form after SECOND_FACTOR_REQUIRED: the second factor, or its set-up. */
export function secondStepOf(
  { body }: ApiError,
  Enrol: Enrolment,
  { onSignedIn, onBack }: Omit<StepProps, 'pending'>,
): ReactNode {
  const pending = pendingLogIn.parse(body?.secondFactor);
  if (pending.need === 'prove') return <SecondStep pending={pending} onSignedIn={onSignedIn} onBack={onBack} />;
  const enrolled = (fresh: { token: string; ttl: number }) =>
    void startOf(fresh).then(onSignedIn, (failed: unknown) => onBack(messageOf(failed)));
  return <Enrol pending={pending} onEnrolled={enrolled} onBack={onBack} />;
}
