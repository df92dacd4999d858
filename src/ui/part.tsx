import { Component, type ComponentType, lazy, type ReactNode } from 'react';
import { asMissing, isMissing } from '../lib/missingPart.ts';

export type Retry = { onRetry: () => void };

/**
 * A component that comes when it is first needed, in a `Suspense` of its user's. Should it not come, `Missing` stands in its place, with
 * the same props and a way to ask again; the rest of the screen stays as it is.
 */
export function part<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Missing: ComponentType<Props & Retry>,
): ComponentType<Props> {
  const ask = () =>
    lazy(() =>
      load().catch((cause: unknown) => {
        throw asMissing(cause);
      }),
    );
  let Asked = ask();
  const askAgain = () => {
    Asked = ask();
  };
  return function Part(props: Props) {
    return (
      <Expected onMissing={askAgain} missing={(onRetry) => <Missing {...props} onRetry={onRetry} />}>
        {() => <Asked {...props} />}
      </Expected>
    );
  };
}

type Props = {
  /** What is asked for the next time is not what has failed. */
  onMissing: () => void;
  missing: (retry: () => void) => ReactNode;
  children: () => ReactNode;
};

class Expected extends Component<Props, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError = (error: unknown) => ({ error });

  override componentDidCatch(error: unknown) {
    if (isMissing(error)) this.props.onMissing();
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children();
    // Whatever else goes wrong in it is not ours to say.
    if (!isMissing(error)) throw error;
    return this.props.missing(() => this.setState({ error: undefined }));
  }
}
