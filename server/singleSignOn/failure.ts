/** A failure at a provider; `away`: no usable answer; `clock`: a token is too old or of the future; `refused`: anything that does not fit. */
export class ProviderFailure extends Error {
  readonly kind: 'away' | 'cancelled' | 'clock' | 'refused';
  constructor(kind: ProviderFailure['kind'], reason: string) {
    super(reason);
    this.kind = kind;
  }
}
