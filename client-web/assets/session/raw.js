// The texts of JSON's parts as they stand: a match-file line is hashed byte for byte, so an entry must never be
// parsed and written anew. Only well-formed JSON comes in, since JSON.parse has accepted it before.

/**
 * Where the value that starts at `at` ends (exclusive).
 * @param {string} text
 * @param {number} at
 */
function end(text, at) {
  const first = text[at];
  if (first === '"') return endOfString(text, at);
  if (first !== "{" && first !== "[") {
    while (at < text.length && !",]} \n\r\t".includes(text[at])) at++;
    return at;
  }
  let depth = 0;
  for (;;) {
    const c = text[at];
    if (c === '"') {
      at = endOfString(text, at);
      continue;
    }
    if (c === "{" || c === "[") depth++;
    if (c === "}" || c === "]") depth--;
    at++;
    if (depth === 0 || at >= text.length) return at;
  }
}

/**
 * @param {string} text
 * @param {number} at
 */
function endOfString(text, at) {
  for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === "\\") at++;
  return at + 1;
}

/**
 * @param {string} text
 * @param {number} at
 */
function skip(text, at) {
  while (" \n\r\t,:".includes(text[at]) && at < text.length) at++;
  return at;
}

/**
 * The members of an object: name to text of its value.
 * @param {string} text
 * @returns {Map<string, string>}
 */
export function members(text) {
  const found = new Map();
  let at = skip(text, text.indexOf("{") + 1);
  while (text[at] === '"') {
    const nameEnd = endOfString(text, at);
    const value = skip(text, nameEnd);
    const valueEnd = end(text, value);
    found.set(JSON.parse(text.slice(at, nameEnd)), text.slice(value, valueEnd));
    at = skip(text, valueEnd);
  }
  return found;
}

/**
 * The texts of an array's items.
 * @param {string} text
 * @returns {string[]}
 */
export function items(text) {
  const found = [];
  let at = skip(text, text.indexOf("[") + 1);
  while (at < text.length && text[at] !== "]") {
    const itemEnd = end(text, at);
    found.push(text.slice(at, itemEnd));
    at = skip(text, itemEnd);
  }
  return found;
}

/**
 * The texts of the entries in an update's frame.
 * @param {string} frame
 */
export function entryTexts(frame) {
  return items(members(frame).get("entries") ?? "[]");
}
