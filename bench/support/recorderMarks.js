/** Runs in the page before its scripts: notes when it can be typed to, shows a picture, reads, and how long a badge takes from frame to confirmation (ms). */
(() => {
  const marks = { typing: null, picture: null, decoder: null, decodes: [], confirmed: [] };
  window.marks = marks;
  let drawn = 0;
  let posted = 0;
  let scanned = null;
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function drawImage(...given) {
    drawn = performance.now();
    return draw.apply(this, given);
  };
  const Native = window.Worker;
  window.Worker = class extends Native {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        const now = performance.now();
        marks.decoder ??= now;
        marks.decodes.push(now - posted);
        if (data.length > 0) scanned ??= drawn;
      });
    }
    postMessage(...given) {
      posted = performance.now();
      return super.postMessage(...given);
    }
  };
  const look = () => {
    if (document.querySelector('main input, main .direction')) marks.typing ??= performance.now();
    const result = document.querySelector('.result[data-kind=taken]:not([data-noted])');
    if (!result) return;
    result.dataset.noted = '';
    if (scanned !== null) marks.confirmed.push(performance.now() - scanned);
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
  document.addEventListener('playing', () => (marks.picture ??= performance.now()), true);
  // Between two badges the picture is empty: the next one is timed anew.
  setInterval(() => {
    if (!document.querySelector('.result[data-large=true]')) scanned = null;
  }, 500);
})();
