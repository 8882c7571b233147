// One WebRTC connection to one other page, by perfect negotiation: both may offer at any time, and when offers
// collide the polite one gives way. Who is polite is settled by the seats, so the two never disagree about it.
//
// Giving way is kept rare: Chromium, when it takes its own offer back just as it begins to look for its addresses, may
// never look for them again. So the polite one waits a moment with its first offer, and one who is stuck starts anew.

const PATIENCE_MS = 3_000, STUCK_MS = 1_500, COURTESY_MS = 400;

export class Peer {
  /**
   * @param {{ice: RTCIceServer[], relay: boolean, polite: boolean, send: (data: any) => void, change: () => void}} options
   */
  constructor({ ice, relay, polite, send, change }) {
    this.polite = polite;
    this.send = send;
    this.change = change;
    this.offering = false;
    this.ignoring = false;
    /** @type {MediaStream | null} what the other side shows */
    this.stream = null;
    /** Messages are handled one after the other: an answer must not overtake its offer. @type {Promise<void>} */
    this.queue = Promise.resolve();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.courtesy = undefined;
    const pc = new RTCPeerConnection({ iceServers: ice, iceTransportPolicy: relay ? "relay" : "all" });
    this.pc = pc;
    pc.onnegotiationneeded = () => {
      if (!polite || pc.remoteDescription) this.offer();
      // the other side's offer, if it comes meanwhile, makes this one needless; if not, the event comes again
      else this.courtesy = setTimeout(() => pc.signalingState === "stable" && !pc.remoteDescription && this.offer(), COURTESY_MS);
    };
    pc.onsignalingstatechange = () => {
      if (pc.signalingState === "stable" && pc.connectionState === "new") setTimeout(() => pc.connectionState === "new" && this.restart(), STUCK_MS);
    };
    pc.onicecandidate = ({ candidate }) => candidate && send({ candidate: candidate.toJSON() });
    pc.ontrack = ({ streams, track }) => {
      this.stream = streams[0] ?? new MediaStream([track]);
      // a camera that is switched off leaves its last picture standing, which would be taken for the present
      this.stream.onremovetrack = () => this.lost();
      track.onended = () => this.lost();
      change();
    };
    pc.onconnectionstatechange = () => {
      clearTimeout(this.timer);
      if (pc.connectionState === "failed") this.restart();
      if (pc.connectionState === "disconnected") this.timer = setTimeout(() => this.restart(), PATIENCE_MS);
      change();
    };
  }

  lost() {
    if (this.stream?.getVideoTracks().every(({ readyState }) => readyState === "ended") ?? true) this.stream = null;
    this.change();
  }

  /** Looks for a new way to the other side, after a changed network. */
  restart() {
    if (this.pc.signalingState !== "closed" && this.pc.connectionState !== "connected") this.pc.restartIce();
  }

  /** @param {MediaStream | null} stream what is shown to the other side from now on */
  show(stream) {
    const tracks = stream?.getTracks() ?? [];
    for (const sender of this.pc.getSenders()) {
      if (sender.track && !tracks.includes(sender.track)) this.pc.removeTrack(sender);
    }
    const sent = this.pc.getSenders().map(({ track }) => track);
    for (const track of tracks) if (stream && !sent.includes(track)) this.pc.addTrack(track, stream);
  }

  async offer() {
    try {
      this.offering = true;
      await this.pc.setLocalDescription();
      this.send({ description: this.pc.localDescription?.toJSON() });
    } catch {
      // the connection was closed, or the other side's offer came first; it will be negotiated from there
    } finally {
      this.offering = false;
    }
  }

  /** @param {any} data a signal of the other side */
  take(data) {
    this.queue = this.queue.then(() => this.handle(data)).catch(() => {});
  }

  /** @param {any} data */
  async handle({ description, candidate }) {
    const { pc } = this;
    if (description) {
      const collides = description.type === "offer" && (this.offering || pc.signalingState !== "stable");
      this.ignoring = !this.polite && collides;
      if (this.ignoring) return;
      await pc.setRemoteDescription(description);
      if (description.type !== "offer") return;
      await pc.setLocalDescription();
      this.send({ description: pc.localDescription?.toJSON() });
    } else if (candidate) {
      try {
        await pc.addIceCandidate(candidate);
      } catch (error) {
        if (!this.ignoring) throw error;
      }
    }
  }

  close() {
    clearTimeout(this.timer);
    clearTimeout(this.courtesy);
    this.pc.onconnectionstatechange = this.pc.onsignalingstatechange = this.pc.onnegotiationneeded = this.pc.ontrack = this.pc.onicecandidate = null;
    this.pc.close();
  }
}
