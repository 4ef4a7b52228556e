// A slow line in front of a server on this machine: bandwidth that all connections share, the time of a round trip,
// and connections that begin with ten packets and send twice as many after each round trip.
import { connect, createServer } from "node:net";

const PACKET = 1460;
/** The bytes that a new connection may send in the first round trip. */
const FIRST = 10 * PACKET;

/** One direction of the line. */
class Way {
  constructor({ mbit, ms }) {
    this.msPerByte = 8 / (mbit * 1000);
    this.ms = ms;
    this.free = 0;
    /** @type {{packets: Buffer[], socket: import("node:net").Socket, ready: number, round: number, sent: number, window: number}[]} */ this.waiting = [];
    this.timer = null;
    /** @type {{at: number, socket: import("node:net").Socket, packet: Buffer}[]} */ this.flying = [];
  }

  /** Adds a connection; its first packet leaves no earlier than `ready`. */
  add(socket, ready) {
    const one = { packets: [], socket, ready, round: ready, sent: 0, window: FIRST };
    return (/** @type {Buffer} */ bytes) => {
      if (!one.packets.length) this.waiting.push(one);
      for (let at = 0; at < bytes.length; at += PACKET) one.packets.push(bytes.subarray(at, at + PACKET));
      this.#send();
    };
  }

  /** Sends packets while the line is free, one of each connection at a time. */
  #send() {
    clearTimeout(this.timer);
    for (;;) {
      const now = performance.now();
      if (!this.waiting.length) return;
      const start = Math.max(now, this.free);
      const at = this.waiting.findIndex(({ ready }) => ready <= start);
      const wait = at < 0 ? Math.min(...this.waiting.map(({ ready }) => ready)) - now : this.free - now - 2;
      if (wait > 0) {
        this.timer = setTimeout(() => this.#send(), wait);
        return;
      }
      const [one] = this.waiting.splice(at, 1);
      const packet = /** @type {Buffer} */ (one.packets.shift());
      if (start - one.round >= this.ms) Object.assign(one, { round: start, window: one.sent ? one.window * 2 : one.window, sent: 0 });
      one.sent += packet.length;
      if (one.sent >= one.window) one.ready = one.round + this.ms;
      this.free = start + packet.length * this.msPerByte;
      this.flying.push({ at: this.free + this.ms / 2, socket: one.socket, packet });
      if (this.flying.length === 1) this.#arrive();
      if (one.packets.length) this.waiting.push(one);
    }
  }

  /** Hands over the packets that have arrived, in their order. */
  #arrive() {
    const now = performance.now();
    while (this.flying.length && this.flying[0].at <= now) {
      const { socket, packet } = /** @type {any} */ (this.flying.shift());
      socket.write(packet);
    }
    if (this.flying.length) setTimeout(() => this.#arrive(), this.flying[0].at - now);
  }
}

/** Puts a slow line in front of a server on a port of this machine. @param {{mbit: number, ms: number}} line */
export async function slowed(port, line) {
  const [down, up] = [new Way(line), new Way(line)];
  const sockets = new Set();
  let bytes = 0;
  const server = createServer((socket) => {
    const behind = connect(port, "127.0.0.1");
    // A new connection takes a round trip before its first request leaves.
    const [send, receive] = [up.add(behind, performance.now() + line.ms), down.add(socket, 0)];
    socket.on("data", send);
    behind.on("data", (/** @type {Buffer} */ data) => {
      bytes += data.length;
      receive(data);
    });
    for (const one of [socket, behind]) {
      sockets.add(one);
      one.on("error", () => {}).on("close", () => sockets.delete(one));
    }
    socket.on("close", () => behind.destroy());
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(null)));
  const close = () => {
    server.close();
    sockets.forEach((one) => one.destroy());
  };
  return { port: /** @type {any} */ (server.address()).port, close, bytes: () => bytes };
}
