type Rules = Partial<Record<'createHTML' | 'createScriptURL', (text: string) => string>>;
type Factory = { createPolicy(name: string, rules: Rules): Required<Rules> };

/** The policies named in the server's Content-Security-Policy; only they may turn text into markup or code. */
type PolicyName = 'service-worker' | 'report-view';

/**
 * Returns the policy that makes text acceptable to the browser: its Trusted Types where it has them, else the rules alone. To be called once per
 * name: the browser refuses a second policy of the same name.
 */
export function trustedText<R extends Rules>(name: PolicyName, rules: R): R {
  const factory = 'trustedTypes' in window ? (window.trustedTypes as Factory) : undefined;
  // The browser's policy has the functions of `rules`; their results are accepted where text is.
  return factory ? (factory.createPolicy(name, rules) as unknown as R) : rules;
}
