/** The sound and vibration of an outcome, besides its colour, icon and word. */
export type Signal = 'taken' | 'repeat' | 'unknown' | 'failed';
/** Hz, ms and how often. */
const SOUNDS: Record<Signal, { hertz: number; ms: number; times: number }> = {
  taken: { hertz: 1_760, ms: 90, times: 1 },
  repeat: { hertz: 880, ms: 110, times: 2 },
  unknown: { hertz: 220, ms: 500, times: 1 },
  failed: { hertz: 660, ms: 220, times: 5 },
};
const VIBRATIONS: Record<Signal, number[]> = {
  taken: [80],
  repeat: [80, 80, 80],
  unknown: [120, 80, 120, 80, 120],
  failed: [400, 100, 400, 100, 400],
};

let audio: AudioContext | undefined;
/** Browsers let a page make sounds only after the user has pressed something. */
export function allowSound() {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume();
}

export function signal(kind: Signal, hasSound: boolean) {
  navigator.vibrate?.(VIBRATIONS[kind]);
  if (!hasSound || audio?.state !== 'running') return;
  const { hertz, ms, times } = SOUNDS[kind];
  for (let i = 0; i < times; i += 1) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const begin = audio.currentTime + (i * (ms + 60)) / 1000;
    tone.frequency.value = hertz;
    volume.gain.value = 0.2;
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + ms / 1000);
  }
}
