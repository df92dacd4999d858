import type { ComponentType, ReactNode } from 'react';
import { type PendingLogIn, pendingLogIn } from '#contract/platform/errors.ts';
import type { ApiError } from '../../../api/errors.ts';
import type { Session } from '../../../state/session.ts';
import SecondStep from './SecondStep.tsx';
import { startOf } from './signIn.ts';

export type StepProps = {
  pending: PendingLogIn;
  onSignedIn: (session: Session) => void;
  /** Returns to the form, which says the failure; null: none. */
  onBack: (failure: unknown) => void;
};
/** The component that sets up a second factor for an account that requires one; it results in a session's token. */
export type Enrolment = ComponentType<
  Omit<StepProps, 'onSignedIn'> & { onEnrolled: (fresh: { token: string; ttl: number }) => void }
>;

/** Returns the component that replaces the log-in form after SECOND_FACTOR_REQUIRED: the second factor, or its set-up. */
export function secondStepOf(
  { body }: ApiError,
  Enrol: Enrolment,
  { onSignedIn, onBack }: Omit<StepProps, 'pending'>,
): ReactNode {
  const pending = pendingLogIn.parse(body?.secondFactor);
  if (pending.need === 'prove') return <SecondStep pending={pending} onSignedIn={onSignedIn} onBack={onBack} />;
  const enrolled = (fresh: { token: string; ttl: number }) => void startOf(fresh).then(onSignedIn, onBack);
  return <Enrol pending={pending} onEnrolled={enrolled} onBack={onBack} />;
}
