// SHA-256, at once and everywhere: WebCrypto answers later and only on secure pages, while a chain needs
// thousands of hashes in a row and a phone on a home network opens the page over plain http.

const K = new Uint32Array(64);
const START = new Uint32Array(8);

// the first 32 bits of the fractional parts of roots of the first primes
for (let n = 2, found = 0; found < 64; n++) {
  let prime = true;
  for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
  if (!prime) continue;
  const bits = (/** @type {number} */ root) => Math.floor((root - Math.floor(root)) * 0x100000000);
  if (found < 8) START[found] = bits(Math.sqrt(n));
  K[found++] = bits(Math.cbrt(n));
}

const w = new Uint32Array(64);

/**
 * @param {Uint32Array} h
 * @param {Uint8Array} block
 * @param {number} at
 */
function mix(h, block, at) {
  for (let i = 0; i < 16; i++) {
    const p = at + i * 4;
    w[i] = (block[p] << 24) | (block[p + 1] << 16) | (block[p + 2] << 8) | block[p + 3];
  }
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15], y = w[i - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
  }
  let a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], k = h[7];
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (k + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    k = g; g = f; f = e; e = (d + t1) | 0; d = c; c = b; b = a; a = (t1 + t2) | 0;
  }
  h[0] += a; h[1] += b; h[2] += c; h[3] += d; h[4] += e; h[5] += f; h[6] += g; h[7] += k;
}

/**
 * The 32 bytes of SHA-256 of `bytes`.
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export function sha256(bytes) {
  const h = START.slice();
  const whole = bytes.length - (bytes.length % 64);
  for (let at = 0; at < whole; at += 64) mix(h, bytes, at);
  const rest = bytes.length - whole;
  const tail = new Uint8Array(rest < 56 ? 64 : 128);
  tail.set(bytes.subarray(whole));
  tail[rest] = 0x80;
  const view = new DataView(tail.buffer);
  view.setUint32(tail.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(tail.length - 4, (bytes.length << 3) >>> 0);
  for (let at = 0; at < tail.length; at += 64) mix(h, tail, at);
  const out = new Uint8Array(32);
  const words = new DataView(out.buffer);
  for (let i = 0; i < 8; i++) words.setUint32(i * 4, h[i]);
  return out;
}

/**
 * @param {Uint8Array} bytes
 * @returns {string} lower-case hex
 */
export function hex(bytes) {
  let text = "";
  for (const byte of bytes) text += (byte < 16 ? "0" : "") + byte.toString(16);
  return text;
}

/**
 * @param {string} text hex digits
 * @returns {Uint8Array}
 */
export function unhex(text) {
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = parseInt(text.slice(i * 2, i * 2 + 2), 16);
  return bytes;
}

const utf8 = new TextEncoder();

/**
 * @param {string} text
 * @returns {string} SHA-256 of its UTF-8 bytes, in hex
 */
export function hashText(text) {
  return hex(sha256(utf8.encode(text)));
}
