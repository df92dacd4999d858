type Rules = Partial<Record<'createHTML' | 'createScriptURL', (text: string) => string>>;
type Factory = { createPolicy(name: string, rules: Rules): Required<Rules> };

/** The policies that the server's Content-Security-Policy names (S-20); nothing else may turn text into markup or code. */
type PolicyName = 'service-worker' | 'report-view';

/**
 * Returns the policy that makes text of one kind acceptable to the browser: its Trusted Types where it has them, else the rules alone. Call it once a name:
 * a second policy of a name is refused.
 */
export function trustedText<R extends Rules>(name: PolicyName, rules: R): R {
  const factory = 'trustedTypes' in window ? (window.trustedTypes as Factory) : undefined;
  // The browser's policy has the functions of `rules`; what they answer stands for text wherever text is asked for.
  return factory ? (factory.createPolicy(name, rules) as unknown as R) : rules;
}
