import { Component, type ComponentType, lazy, type ReactNode } from 'react';
import { asMissing, isMissing } from '../lib/missingChunk.ts';

export type Retry = { onRetry: () => void };

/**
 * Returns a component whose code is loaded when it is first rendered, like React's `lazy`, inside a `Suspense` of the caller. If the
 * code cannot be loaded, `Missing` is rendered in its place, with the same props and a way to try again; the rest of the screen stays.
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Missing: ComponentType<Props & Retry>,
): ComponentType<Props> {
  const makeLazy = () =>
    lazy(() =>
      load().catch((cause: unknown) => {
        throw asMissing(cause);
      }),
    );
  let Loaded = makeLazy();
  // React's `lazy` remembers a failure for ever, so another attempt needs a new one.
  const reset = () => {
    Loaded = makeLazy();
  };
  return function LazyWithRetry(props: Props) {
    return (
      <MissingBoundary onMissing={reset} missing={(onRetry) => <Missing {...props} onRetry={onRetry} />}>
        {() => <Loaded {...props} />}
      </MissingBoundary>
    );
  };
}

type Props = {
  onMissing: () => void;
  missing: (retry: () => void) => ReactNode;
  children: () => ReactNode;
};

/** Catches failures to load code; every other error goes to the next boundary. */
class MissingBoundary extends Component<Props, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError = (error: unknown) => ({ error });

  override componentDidCatch(error: unknown) {
    if (isMissing(error)) this.props.onMissing();
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children();
    if (!isMissing(error)) throw error;
    return this.props.missing(() => this.setState({ error: undefined }));
  }
}
