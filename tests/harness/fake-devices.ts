/** A device of `FakeDevices`: a microphone or camera that can be unplugged, paused by the system or taken by another app. */
export type FakeDevice = {
  readonly kind: 'audio' | 'video';
  readonly deviceId: string;
  readonly facingMode?: 'user' | 'environment';
};

/** A track of a fake device, with the events and properties of MediaStreamTrack that the product uses. */
export class FakeTrack extends EventTarget {
  readonly kind: 'audio' | 'video';
  readonly #device: FakeDevice;
  enabled = true;
  muted = false;
  readyState: 'live' | 'ended' = 'live';
  onended: (() => void) | null = null;
  onmute: (() => void) | null = null;
  onunmute: (() => void) | null = null;

  constructor(device: FakeDevice) {
    super();
    this.kind = device.kind;
    this.#device = device;
  }
  getSettings = () => ({
    deviceId: this.#device.deviceId,
    ...(this.#device.facingMode && { facingMode: this.#device.facingMode }),
  });
  stop(): void {
    this.readyState = 'ended';
  }
  /** The device was unplugged: unlike `stop`, this fires `ended`. */
  end(): void {
    if (this.readyState === 'ended') return;
    this.stop();
    this.onended?.();
  }
  mute(isMuted: boolean): void {
    if (this.readyState === 'ended' || this.muted === isMuted) return;
    this.muted = isMuted;
    if (isMuted) this.onmute?.();
    else this.onunmute?.();
  }
}

/** A MediaStream of fake tracks. */
export class FakeStream {
  readonly #tracks: FakeTrack[];
  constructor(tracks: readonly FakeTrack[]) {
    this.#tracks = [...tracks];
  }
  getTracks = () => [...this.#tracks];
  addTrack = (track: FakeTrack) => void this.#tracks.push(track);
  removeTrack = (track: FakeTrack) => {
    const at = this.#tracks.indexOf(track);
    if (at >= 0) this.#tracks.splice(at, 1);
  };
}

type Wish = {
  readonly deviceId?: { readonly exact: string };
  readonly facingMode?: string | { readonly exact: string };
};

/**
 * Fake `navigator.mediaDevices`, faithful to W3C Media Capture in what calls use: exact constraints, one error name for each failure, and
 * `devicechange`. With `oneCameraAtATime` a second camera is refused while one is open, as on many phones.
 */
export class FakeDevices extends EventTarget {
  present: FakeDevice[];
  /** Device ids that another app uses. */
  readonly taken = new Set<string>();
  isDenied = false;
  oneCameraAtATime = false;
  /** Every track that was ever opened. */
  readonly tracks: FakeTrack[] = [];
  /** While set, `getUserMedia` waits for it before it opens devices. */
  gate: Promise<void> | undefined;

  constructor(present: readonly FakeDevice[]) {
    super();
    this.present = [...present];
  }
  live = () => this.tracks.filter(({ readyState }) => readyState === 'live');
  enumerateDevices = async () => this.present.map(({ kind, deviceId }) => ({ kind: `${kind}input`, deviceId }));
  getUserMedia = async ({ audio, video }: { audio?: Wish; video?: Wish }) => {
    await this.gate;
    if (this.isDenied) throw new DOMException('denied', 'NotAllowedError');
    const opened: FakeTrack[] = [];
    try {
      if (audio) opened.push(this.#open('audio', audio));
      if (video) opened.push(this.#open('video', video));
    } catch (error) {
      for (const track of opened) track.stop();
      throw error;
    }
    return new FakeStream(opened);
  };
  #open(kind: 'audio' | 'video', { deviceId, facingMode }: Wish): FakeTrack {
    const exact = typeof facingMode === 'object' ? facingMode.exact : undefined;
    const candidates = this.present.filter(
      (device) =>
        device.kind === kind &&
        (deviceId === undefined || device.deviceId === deviceId.exact) &&
        (exact === undefined || device.facingMode === exact),
    );
    const device = candidates.find((each) => each.facingMode === facingMode) ?? candidates[0];
    if (!device) throw new DOMException('none', deviceId || exact ? 'OverconstrainedError' : 'NotFoundError');
    const isBusy = this.oneCameraAtATime && kind === 'video' && this.live().some((track) => track.kind === 'video');
    if (isBusy || this.taken.has(device.deviceId)) throw new DOMException('in use', 'NotReadableError');
    const track = new FakeTrack(device);
    this.tracks.push(track);
    return track;
  }
  /** Plugs devices in or out; open tracks of missing devices end. */
  plug(present: readonly FakeDevice[]): void {
    this.present = [...present];
    for (const track of this.live())
      if (!present.some(({ deviceId }) => deviceId === track.getSettings().deviceId)) track.end();
    this.dispatchEvent(new Event('devicechange'));
  }
}
