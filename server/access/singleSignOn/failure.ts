/** A failure at a provider; `away`: no usable answer; `clock`: a token is too old or of the future; `noTime`: it does not say when the person logged in; `refused`: anything that does not fit. */
export class ProviderFailure extends Error {
  readonly kind: 'away' | 'cancelled' | 'clock' | 'noTime' | 'refused';
  constructor(kind: ProviderFailure['kind'], reason: string) {
    super(reason);
    this.kind = kind;
  }
}
