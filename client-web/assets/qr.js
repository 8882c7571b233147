// A QR code of a short text: byte mode, error correction M, versions 1 to 10 (up to 213 bytes), which is all a link
// needs. After ISO/IEC 18004.

/** By version: data words in all, correction words a block, blocks. */
const VERSIONS = [
  [16, 10, 1], [28, 16, 1], [44, 26, 1], [64, 18, 2], [86, 24, 2], [108, 16, 4], [124, 18, 4], [154, 22, 4], [182, 22, 5], [216, 26, 5],
];
/** Middles of the alignment patterns, by version from 2. */
const ALIGN = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++, x = (x << 1) ^ (x & 128 ? 0x11d : 0)) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
}

/**
 * The correction words of a block (Reed-Solomon over GF(256)).
 * @param {number[]} data
 * @param {number} count
 */
function correction(data, count) {
  let divisor = [1];
  for (let i = 0; i < count; i++) {
    const next = new Array(divisor.length + 1).fill(0);
    divisor.forEach((d, j) => {
      next[j] ^= d;
      if (d) next[j + 1] ^= EXP[LOG[d] + i];
    });
    divisor = next;
  }
  const rest = [...data, ...new Array(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const factor = rest[i];
    if (factor) divisor.forEach((d, j) => { if (d) rest[i + j] ^= EXP[LOG[d] + LOG[factor]]; });
  }
  return rest.slice(data.length);
}

/**
 * The words of a code: data and correction, interleaved block by block.
 * @param {Uint8Array} bytes
 * @param {number} version
 */
function words(bytes, version) {
  const [total, perBlock, blocks] = VERSIONS[version - 1];
  let bits = "0100" + bytes.length.toString(2).padStart(version < 10 ? 8 : 16, "0");
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  bits += "0".repeat(Math.min(4, total * 8 - bits.length));
  bits += "0".repeat((8 - (bits.length % 8)) % 8);
  const data = (bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2));
  for (let pad = 0xec; data.length < total; pad ^= 0xec ^ 0x11) data.push(pad);
  const short = Math.floor(total / blocks);
  const longFrom = blocks - (total % blocks);
  /** @type {number[][]} */
  const parts = [];
  for (let i = 0, at = 0; i < blocks; i++) {
    const size = short + (i >= longFrom ? 1 : 0);
    parts.push(data.slice(at, at + size));
    at += size;
  }
  const checks = parts.map((part) => correction(part, perBlock));
  const all = [];
  for (let i = 0; i <= short; i++) for (const part of parts) if (i < part.length) all.push(part[i]);
  for (let i = 0; i < perBlock; i++) for (const check of checks) all.push(check[i]);
  return all;
}

const MASKS = [
  (/** @type {number} */ x, /** @type {number} */ y) => (x + y) % 2 === 0,
  (/** @type {number} */ _x, /** @type {number} */ y) => y % 2 === 0,
  (/** @type {number} */ x) => x % 3 === 0,
  (/** @type {number} */ x, /** @type {number} */ y) => (x + y) % 3 === 0,
  (/** @type {number} */ x, /** @type {number} */ y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (/** @type {number} */ x, /** @type {number} */ y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (/** @type {number} */ x, /** @type {number} */ y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (/** @type {number} */ x, /** @type {number} */ y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** @typedef {(boolean | null)[][]} Grid */

/** @param {number} version @returns {Grid} with the fixed patterns, the rest null */
function frame(version) {
  const size = version * 4 + 17;
  /** @type {Grid} */
  const grid = Array.from({ length: size }, () => new Array(size).fill(null));
  const set = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ dark) => {
    if (x >= 0 && y >= 0 && x < size && y < size) grid[y][x] = dark;
  };
  const finder = (/** @type {number} */ cx, /** @type {number} */ cy) => {
    for (let dy = -4; dy <= 4; dy++) for (let dx = -4; dx <= 4; dx++) {
      const ring = Math.max(Math.abs(dx), Math.abs(dy));
      set(cx + dx, cy + dy, ring !== 2 && ring !== 4);
    }
  };
  for (let i = 8; i < size - 8; i++) {
    set(i, 6, i % 2 === 0);
    set(6, i, i % 2 === 0);
  }
  finder(3, 3);
  finder(size - 4, 3);
  finder(3, size - 4);
  const middles = ALIGN[version - 1];
  for (const y of middles) for (const x of middles) {
    if (grid[y][x] !== null && x !== 6 && y !== 6) continue;
    if ((x === 6 && y === 6) || (x === 6 && y === size - 7) || (x === size - 7 && y === 6)) continue;
    for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
  }
  format(grid, 0);
  if (version >= 7) {
    let rest = version;
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
    const bits = (version << 12) | rest;
    for (let i = 0; i < 18; i++) {
      const dark = ((bits >>> i) & 1) === 1;
      set(size - 11 + (i % 3), Math.floor(i / 3), dark);
      set(Math.floor(i / 3), size - 11 + (i % 3), dark);
    }
  }
  return grid;
}

/** @param {Grid} grid @param {number} mask writes level M and the mask */
function format(grid, mask) {
  const size = grid.length;
  let rest = mask;
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  const bits = ((mask << 10) | rest) ^ 0x5412;
  const bit = (/** @type {number} */ i) => ((bits >>> i) & 1) === 1;
  for (let i = 0; i < 6; i++) grid[i][8] = bit(i);
  grid[7][8] = bit(6);
  grid[8][8] = bit(7);
  grid[8][7] = bit(8);
  for (let i = 9; i < 15; i++) grid[8][14 - i] = bit(i);
  for (let i = 0; i < 8; i++) grid[8][size - 1 - i] = bit(i);
  for (let i = 8; i < 15; i++) grid[size - 15 + i][8] = bit(i);
  grid[size - 8][8] = true;
}

/** @param {Grid} grid @param {number[]} data @param {number} mask @returns {boolean[][]} */
function fill(grid, data, mask) {
  const size = grid.length;
  const out = grid.map((row) => row.slice());
  let i = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) for (let side = 0; side < 2; side++) {
      const x = right - side;
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      if (grid[y][x] !== null) continue;
      const dark = i < data.length * 8 && ((data[i >>> 3] >>> (7 - (i & 7))) & 1) === 1;
      out[y][x] = dark !== MASKS[mask](x, y);
      i++;
    }
  }
  format(out, mask);
  return out.map((row) => row.map((dark) => dark === true));
}

/** @param {boolean[][]} code how hard to read: long runs, blocks, false finders, one colour too many */
function penalty(code) {
  const size = code.length;
  let sum = 0;
  const lines = [...code, ...code.map((_, x) => code.map((row) => row[x]))];
  for (const line of lines) {
    const text = line.map((dark) => (dark ? "1" : "0")).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (let i = 0; i + 11 <= size; i++) if (/^(10111010000|00001011101)$/.test(text.slice(i, i + 11))) sum += 40;
  }
  let dark = 0;
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) {
    if (code[y][x]) dark++;
    if (x && y && code[y][x] === code[y - 1][x] && code[y][x] === code[y][x - 1] && code[y][x] === code[y - 1][x - 1]) sum += 3;
  }
  return sum + Math.floor(Math.abs((dark / size / size) * 20 - 10)) * 10;
}

/** @type {Map<string, boolean[][]>} */
const made = new Map();

/**
 * The code of a text: rows of dark (true) and light squares, without the quiet zone.
 * @param {string} text
 * @returns {boolean[][]}
 */
export function qr(text) {
  const known = made.get(text);
  if (known) return known;
  const bytes = new TextEncoder().encode(text);
  const version = VERSIONS.findIndex(([total], i) => bytes.length + (i < 9 ? 2 : 3) <= total) + 1;
  if (version === 0) return [[false]];
  const grid = frame(version);
  const data = words(bytes, version);
  const codes = MASKS.map((_, mask) => fill(grid, data, mask));
  const best = codes.reduce((a, b) => (penalty(b) < penalty(a) ? b : a));
  made.set(text, best);
  return best;
}
