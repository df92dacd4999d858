import { words } from '#contract/platform/words.ts';
import { Refusal } from './errors.ts';

/** The parser of multipart bodies throws plain errors for one that ends early or whose parts cannot be told apart; its own have a code. */
const isOfParser = (error: unknown) =>
  error instanceof Error && !(error instanceof Refusal) && !('code' in error) && !('statusCode' in error);

/** Receives an upload; a body that is no whole multipart body is refused with VALIDATION_FAILED. */
export async function receivedWhole<T>(receive: () => Promise<T>): Promise<T> {
  try {
    return await receive();
  } catch (error) {
    throw isOfParser(error)
      ? new Refusal('VALIDATION_FAILED', words('The file did not arrive whole. Send it again.'))
      : error;
  }
}
