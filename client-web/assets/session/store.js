// What the browser keeps: the key (who one is), the name, the choices of this person, the secrets of chains, and the
// newest line seen of each room. One identity a browser; which room a tab is in stands in its address alone.

const PREFIX = "longtable.";

/** @returns {Storage | null} */
function open() {
  try {
    // ?guest plays as somebody else in this one tab, until it is closed
    const guest = new URLSearchParams(location.search).has("guest") || sessionStorage.getItem(`${PREFIX}guest`);
    if (guest) sessionStorage.setItem(`${PREFIX}guest`, "1");
    return guest ? sessionStorage : localStorage;
  } catch {
    return null; // storage is switched off: everything lasts as long as the page
  }
}

const storage = open();
/** @type {Map<string, string>} */
const memory = new Map();

/**
 * @param {string} name
 * @returns {any} what was written, or null
 */
export function read(name) {
  const text = storage ? storage.getItem(PREFIX + name) : memory.get(name) ?? null;
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {any} value null takes it away
 */
export function write(name, value) {
  try {
    if (value === null) storage ? storage.removeItem(PREFIX + name) : memory.delete(name);
    else if (storage) storage.setItem(PREFIX + name, JSON.stringify(value));
    else memory.set(name, JSON.stringify(value));
  } catch {
    memory.set(name, JSON.stringify(value)); // full
  }
}

/**
 * The names that begin with `prefix`.
 * @param {string} prefix
 */
export function names(prefix) {
  const all = storage ? Object.keys(storage).filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length)) : [...memory.keys()];
  return all.filter((name) => name.startsWith(prefix));
}
