// Words for people, from one table a language (strings/). A third language is one file there and its name here.

/** Languages by code, in their own words. */
export const LANGUAGES = { en: "English", da: "Dansk" };

/** @type {Record<string, string>} */
let table = {};
let fallback = table;
export let language = "en";

/**
 * Loads the table of a language; English fills what it lacks.
 * @param {string} code
 */
export async function speak(code) {
  language = code in LANGUAGES ? code : "en";
  table = (await import(`./strings/${language}.js`)).default;
  fallback = language === "en" ? table : {};
  document.documentElement.lang = language;
}

/** The language that the browser asks for, if there is a table for it. */
export function preferred() {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).replace(/^(nb|nn|no)$/, "da"));
  return wanted.find((code) => code in LANGUAGES) ?? "en";
}

/**
 * The text `name`, with `{parts}` filled in. `name.one` is taken where `n` is 1 and there is one.
 * @param {string} name
 * @param {Record<string, any>} [parts]
 * @returns {string}
 */
export function t(name, parts) {
  const one = parts?.n === 1 ? table[`${name}.one`] : undefined;
  const text = one ?? table[name] ?? fallback[name] ?? name;
  return parts ? text.replace(/\{(\w+)\}/g, (whole, part) => (part in parts ? String(parts[part]) : whole)) : text;
}

/** @param {string} name whether there is such a text */
export const has = (name) => name in table;

/**
 * A span of time in a few words.
 * @param {number} seconds
 */
export function span(seconds) {
  if (seconds < 90) return t("span.s", { n: Math.round(seconds) });
  if (seconds < 5400) return t("span.min", { n: Math.round(seconds / 60) });
  if (seconds < 172800) return t("span.h", { n: Math.round(seconds / 3600) });
  return t("span.d", { n: Math.round(seconds / 86400) });
}

/**
 * A day and time as people of this language write it.
 * @param {number} ms Unix ms
 */
export function moment(ms) {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(ms);
}

/** @param {number} ms Unix ms */
export function hour(ms) {
  return new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" }).format(ms);
}
