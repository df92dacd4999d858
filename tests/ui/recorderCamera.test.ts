import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Camera, type CameraState } from '#recorder/camera/camera.ts';

/** The Recorder's camera when it is denied, stops or rests; decoding is tested in a browser. */
const stop = vi.fn();
let now = 0;
/** The video's current time in seconds; one that does not advance has lost its camera. */
let frames: () => number = () => 0;
const video = () => {
  const element = document.createElement('video');
  element.play = async () => undefined;
  Object.defineProperties(element, { videoWidth: { value: 640 }, currentTime: { get: () => frames() } });
  return element;
};
const asked = vi.fn();
function givenCamera() {
  const states: CameraState[] = [];
  const camera = new Camera(video(), false, { onText: () => undefined, onState: (state) => states.push(state) });
  return { camera, states };
}
const pass = async (ms: number) => {
  for (const end = now + ms; now < end; now += 100) await vi.advanceTimersByTimeAsync(100);
};
beforeEach(() => {
  frames = () => 0;
  vi.useFakeTimers();
  asked.mockReset().mockImplementation(async () => ({ getTracks: () => [{ stop }], getVideoTracks: () => [] }));
  stop.mockReset();
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: asked } });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'none'],
])('says of %s that it is %s, and starts when it is tried again', async (name, state) => {
  asked.mockRejectedValueOnce(new DOMException('No', name));
  const { camera, states } = givenCamera();
  await camera.start();
  expect(states).toEqual(['starting', state]);
  await camera.start();
  expect(states.at(-1)).toBe('on');
  camera.stop();
});
it('that sends no frame for 3 s is opened again once, then reported as silent', async () => {
  const { camera, states } = givenCamera();
  await camera.start();
  await pass(3_200);
  expect(states).toEqual(['starting', 'on', 'starting', 'on']);
  await pass(3_200);
  expect(states.at(-1)).toBe('silent');
  expect([asked.mock.calls.length, stop.mock.calls.length]).toEqual([2, 2]);
});
it('pauses after 60 s without a scan', async () => {
  frames = () => performance.now();
  const { camera, states } = givenCamera();
  await camera.start();
  await pass(59_000);
  expect(states.at(-1)).toBe('on');
  await pass(2_000);
  expect(states.at(-1)).toBe('resting');
  expect(stop).toHaveBeenCalledOnce();
});

it('that is started again while it is still opening leaves one stream on', async () => {
  const { camera, states } = givenCamera();
  const openings = [camera.start()];
  camera.stop();
  openings.push(camera.start());
  await Promise.all(openings);
  expect([asked.mock.calls.length, stop.mock.calls.length]).toEqual([2, 1]);
  expect(states).toEqual(['starting', 'starting', 'on']);
  camera.stop();
  expect(stop).toHaveBeenCalledTimes(2);
});
