import { type FormErrors, schemaResolver } from '@mantine/form';
import type { z } from 'zod';
import { translated } from '../lib/words.tsx';

/** Returns a form's `validate` by a schema of the contract: what is wrong by field, in the language that is shown. */
export function checkedBy<Values extends Record<string, unknown>>(schema: z.ZodType<unknown, Values>) {
  const errorsOf = schemaResolver(schema, { sync: true });
  return (values: Values): FormErrors =>
    Object.fromEntries(
      Object.entries(errorsOf(values)).map(([path, text]) => [
        path,
        typeof text === 'string' ? translated(text) : text,
      ]),
    );
}

/** Returns what is wrong with a value by a schema of the contract, in the language that is shown; undefined: nothing. */
export function faultIn(schema: z.ZodType, value: unknown): string | undefined {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  return issue && translated(issue.message);
}
