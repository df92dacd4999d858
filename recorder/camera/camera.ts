import { PictureGuard } from '../core/doubles.ts';
import { decoder } from './decoder.ts';

/** The states of the camera view. */
export type CameraState = 'starting' | 'on' | 'resting' | 'denied' | 'silent' | 'none';

const DECODES_MS = 1000 / 8;
const REST_MS = 60_000;
const SILENT_MS = 3_000;
const WIDTH = 640;

type Listeners = { onText: (text: string) => void; onState: (state: CameraState) => void };
type TorchConstraints = MediaTrackConstraints & { advanced: { torch: boolean }[] };

/**
 * Looks for codes eight times a second. Pauses after 60 s without one; a camera that sends no frame for 3 s is opened again once, then reported as
 * silent. Typing and scanners work without it.
 */
export class Camera {
  readonly #video: HTMLVideoElement;
  readonly #listeners: Listeners;
  readonly #guard = new PictureGuard();
  readonly #canvas = document.createElement('canvas');
  #stream: MediaStream | undefined;
  #isOn = false;
  #isUserFacing: boolean;
  #lastScan = 0;
  #timer = 0;
  #anew = 0;
  /** Each opening has a number, so that one that was stopped meanwhile leaves no camera on. */
  #opening = 0;

  constructor(video: HTMLVideoElement, isUserFacing: boolean, listeners: Listeners) {
    this.#video = video;
    this.#isUserFacing = isUserFacing;
    this.#listeners = listeners;
  }

  async start(): Promise<void> {
    if (this.#isOn) return;
    this.#isOn = true;
    this.#lastScan = performance.now();
    await this.#open();
  }
  stop() {
    this.#isOn = false;
    clearTimeout(this.#timer);
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#stream = undefined;
    this.#video.srcObject = null;
  }
  /** Switches to the camera on the other side. */
  async turn(): Promise<void> {
    this.#isUserFacing = !this.#isUserFacing;
    this.stop();
    await this.start();
  }
  get hasTorch(): boolean {
    const [track] = this.#stream?.getVideoTracks() ?? [];
    // Firefox got this method late.
    return track?.getCapabilities !== undefined && 'torch' in track.getCapabilities();
  }
  async torch(isLit: boolean): Promise<void> {
    const [track] = this.#stream?.getVideoTracks() ?? [];
    const constraints: TorchConstraints = { advanced: [{ torch: isLit }] };
    await track?.applyConstraints(constraints).catch(() => undefined);
  }

  async #open(): Promise<void> {
    if (!navigator.mediaDevices) return this.#listeners.onState('none');
    this.#listeners.onState('starting');
    this.#opening += 1;
    const opening = this.#opening;
    const isMine = () => this.#isOn && opening === this.#opening;
    try {
      const stream = await navigator.mediaDevices.getUserMedia({
        video: {
          facingMode: this.#isUserFacing ? 'user' : 'environment',
          width: { ideal: 1280 },
          height: { ideal: 720 },
        },
        audio: false,
      });
      if (!isMine()) {
        for (const track of stream.getTracks()) track.stop();
        return;
      }
      this.#stream = stream;
      this.#video.srcObject = stream;
      await this.#video.play();
      if (!isMine()) return;
      this.#listeners.onState('on');
      this.#loop();
    } catch (error) {
      if (!isMine()) return;
      this.#isOn = false;
      this.#listeners.onState(error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'none');
    }
  }
  #loop() {
    let lastTime = -1;
    let lastFrame = performance.now();
    const look = async () => {
      if (!this.#isOn) return;
      const begun = performance.now();
      const { currentTime } = this.#video;
      if (currentTime !== lastTime && this.#video.videoWidth > 0) {
        lastTime = currentTime;
        lastFrame = begun;
        for (const text of await this.#read()) this.#found(text);
      } else if (begun - lastFrame > SILENT_MS) return this.#silent();
      if (performance.now() - this.#lastScan > REST_MS) {
        this.stop();
        return this.#listeners.onState('resting');
      }
      this.#timer = window.setTimeout(look, Math.max(10, DECODES_MS - (performance.now() - begun)));
    };
    void look();
  }
  async #read(): Promise<string[]> {
    const { videoWidth, videoHeight } = this.#video;
    const scale = Math.min(1, WIDTH / videoWidth);
    this.#canvas.width = Math.round(videoWidth * scale);
    this.#canvas.height = Math.round(videoHeight * scale);
    const context = this.#canvas.getContext('2d', { willReadFrequently: true });
    if (!context) return [];
    context.drawImage(this.#video, 0, 0, this.#canvas.width, this.#canvas.height);
    return (await decoder()).read(context.getImageData(0, 0, this.#canvas.width, this.#canvas.height));
  }
  #found(text: string) {
    const now = performance.now();
    this.#lastScan = now;
    this.#anew = 0;
    if (this.#guard.isNew(text, now)) this.#listeners.onText(text);
  }
  #silent() {
    this.stop();
    this.#anew += 1;
    if (this.#anew > 1) return this.#listeners.onState('silent');
    void this.start();
  }
}
