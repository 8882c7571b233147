// Which page an address means, and going there without loading anew.

/**
 * @param {string} path
 * @returns {App.Page}
 */
export function pageOf(path) {
  const [, first = "", arg = "", match = ""] = path.split("/").map(decodeURIComponent);
  switch (first) {
    case "r":
      return arg ? { name: "room", arg: arg.toUpperCase(), match: 0 } : lobby();
    case "replay":
    case "check": // the same page, which then checks the match unasked
      return { name: "replay", arg: arg.toUpperCase(), match: Number(match) || 1 };
    case "p":
      return { name: "player", arg, match: 0 };
    case "rules":
      return { name: "rules", arg, match: 0 };
    case "new":
      return { name: "new", arg, match: 0 };
    default:
      return lobby();
  }
}

/** @returns {App.Page} */
const lobby = () => ({ name: "lobby", arg: "", match: 0 });

/** @type {(page: App.Page) => void} */
let show = () => {};

/** @param {(page: App.Page) => void} open */
export function routeWith(open) {
  show = open;
  addEventListener("popstate", () => show(pageOf(location.pathname)));
  // links of our own stay in this page; with a modifier key they are the browser's
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (link.pathname === location.pathname && link.hash) return;
    if (link.pathname.startsWith("/matches/") || link.pathname.startsWith("/assets/")) return;
    event.preventDefault();
    go(link.pathname);
  });
  show(pageOf(location.pathname));
}

/** @param {string} path */
export function go(path) {
  history.pushState(null, "", path);
  show(pageOf(path));
  scrollTo(0, 0);
}
