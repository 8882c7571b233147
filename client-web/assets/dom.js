// Draws a tree of plain nodes into the page and, next time, only what differs. A library of this kind would be
// larger than what is needed here: no components, no state, no lifecycle beyond `ref`.

const SVG = "http://www.w3.org/2000/svg";

/**
 * A node. Props: attributes; `onclick` and other handlers as functions; `value`, `checked` and the like as the
 * element's own; `style` an object (set by CSSOM, which the page's policy allows); `key` ties a node to its element
 * among its siblings; `ref` is told the element when it is made.
 * @param {string} tag
 * @param {App.Props | null} [props]
 * @param {...App.Child} children
 * @returns {App.VNode}
 */
export function h(tag, props, ...children) {
  /** @type {(App.VNode | string)[]} */
  const flat = [];
  const add = (/** @type {App.Child} */ child) => {
    if (child === null || child === undefined || child === false) return;
    if (Array.isArray(child)) child.forEach(add);
    else flat.push(typeof child === "object" ? child : String(child));
  };
  children.forEach(add);
  return { tag, props: props ?? {}, children: flat };
}

/** What each element's events call now. @type {WeakMap<Element, Record<string, any>>} */
const handlers = new WeakMap();

const OWN = new Set(["value", "checked", "disabled", "selected", "muted", "srcObject", "open", "readOnly"]);

/**
 * @param {Element} el
 * @param {App.Props} old
 * @param {App.Props} next
 */
function setProps(el, old, next) {
  for (const name of Object.keys(old)) if (!(name in next)) setProp(el, name, old[name], undefined);
  for (const name of Object.keys(next)) if (old[name] !== next[name] || OWN.has(name)) setProp(el, name, old[name], next[name]);
}

/**
 * @param {any} el
 * @param {string} name
 * @param {any} old
 * @param {any} value
 */
function setProp(el, name, old, value) {
  if (name === "key" || name === "ref") return;
  if (name.startsWith("on")) {
    const type = name.slice(2);
    const on = handlers.get(el) ?? {};
    handlers.set(el, on);
    // one listener for good: a redraw only changes whom it calls
    if (!(type in on)) el.addEventListener(type, (/** @type {Event} */ event) => on[type]?.(event));
    on[type] = value;
  } else if (name === "style") {
    for (const part of Object.keys(old ?? {})) if (!(part in (value ?? {}))) el.style.removeProperty(part);
    for (const part of Object.keys(value ?? {})) el.style.setProperty(part, value[part]);
  } else if (OWN.has(name) && name in el) {
    if (el[name] !== (value ?? "")) el[name] = value ?? (typeof el[name] === "boolean" ? false : "");
  } else if (value === undefined || value === null || value === false) el.removeAttribute(name);
  else el.setAttribute(name, value === true ? "" : String(value));
}

/**
 * @param {App.VNode} node
 * @param {boolean} svg
 * @returns {Element}
 */
function make(node, svg) {
  const inSvg = svg || node.tag === "svg";
  const el = inSvg ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
  node.el = el;
  node.texts = [];
  // options have to be there before a select can take its value
  patchChildren(el, [], node, inSvg && node.tag !== "foreignObject");
  setProps(el, {}, node.props);
  node.props.ref?.(el);
  return el;
}

/**
 * @param {Element} parent
 * @param {(App.VNode | string)[]} olds
 * @param {App.VNode} node
 * @param {boolean} svg
 * @param {(Text | undefined)[]} [oldTexts]
 */
function patchChildren(parent, olds, node, svg, oldTexts = []) {
  /** @type {Map<any, App.VNode>} */
  const keyed = new Map();
  /** @type {App.VNode[]} */
  const plain = [];
  /** @type {Text[]} */
  const texts = [];
  olds.forEach((old, i) => {
    if (typeof old === "string") {
      const text = oldTexts[i];
      if (text) texts.push(text);
    } else if (old.props.key !== undefined) keyed.set(old.props.key, old);
    else plain.push(old);
  });

  /** @type {(Node)[]} */
  const placed = [];
  node.texts = [];
  for (const [i, child] of node.children.entries()) {
    if (typeof child === "string") {
      const text = texts.shift() ?? document.createTextNode("");
      if (text.data !== child) text.data = child;
      node.texts[i] = text;
      placed.push(text);
      continue;
    }
    const key = child.props.key;
    const at = key === undefined ? plain.findIndex((old) => old.tag === child.tag) : -1;
    let old = key === undefined ? plain[at] : keyed.get(key);
    if (old && old.tag !== child.tag) old = undefined;
    if (old?.el) {
      if (key === undefined) plain.splice(at, 1);
      else keyed.delete(key);
      patch(old, child, svg);
    } else make(child, svg);
    placed.push(/** @type {Element} */ (child.el));
  }
  for (const left of [...keyed.values(), ...plain]) left.el?.remove();
  for (const text of texts) text.remove();
  placed.forEach((el, i) => {
    if (parent.childNodes[i] !== el) parent.insertBefore(el, parent.childNodes[i] ?? null);
  });
}

/**
 * @param {App.VNode} old
 * @param {App.VNode} next of the same tag
 * @param {boolean} svg
 */
function patch(old, next, svg) {
  const el = /** @type {Element} */ (old.el);
  next.el = el;
  if (old === next) return;
  const inSvg = svg || next.tag === "svg";
  patchChildren(el, old.children, next, inSvg, old.texts);
  setProps(el, old.props, next.props);
}

/** @type {WeakMap<Element, App.VNode>} */
const roots = new WeakMap();

/**
 * Makes `root` hold these children.
 * @param {Element} root
 * @param {...App.Child} children
 */
export function draw(root, ...children) {
  const next = h(root.tagName.toLowerCase(), null, ...children);
  const old = roots.get(root);
  next.el = root;
  patchChildren(root, old?.children ?? [], next, false, old?.texts);
  roots.set(root, next);
}
